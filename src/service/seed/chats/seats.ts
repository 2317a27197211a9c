/**
 * What the pupils of a class are called in its chats, by seat. Where a chat needs a pupil it names them so; no first name
 * is in both classes, nor the family name of a teacher.
 */
export const seats: Record<string, readonly string[]> = {
  '8b': 'Mika Aiko Emil Deniz Maja Leon Lena Linh Ida Marie Paula Tom Samir Mia Aleksandra Sofia Elias Milan Romy Phuong Lara Paul Jakob Chiara Frieda Luise Ilja Henri'.split(
    ' ',
  ),
  '10a':
    'Lina Kofi Elif Hannah Ayşe Johanna Carla Nora Ben Sara Zoé Tarek Julian Noah Jasmin Rania Ines Malik Greta Fatima Anton Oskar Felix Mats Luca Dana Karim Jan'.split(
      ' ',
    ),
}
