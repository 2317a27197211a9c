import type { Draw } from './draw.ts'

const given =
  'Adam Aleksandra Alina Amira Anton Arda Ayşe Ben Björn Carla Chiara Dana David Deniz Elif Elias Emil Emma Esra Fatima Felix Finn Frieda Giulia Greta Hannah Henri Ida Ilja Ines Jakob Jan Jasmin Johanna Jonas Julian Karim Katharina Kofi Lara Lea Leon Linh Luca Luise Łukasz Maja Malik Marie Mats Maximilian Mia Milan Mohamed Nele Nikita Noah Nora Oskar Paul Phuong Rania Romy Samuel Sara Sofia Tarek Theo Tilda Valentin Yusuf Zoé'.split(
    ' ',
  )

const family =
  'Aydın|Bauer|Becker|Berger|Bianchi|Böhm|Çelik|Dietrich|Dvořák|El-Sayed|Engel|Ferreira|Fischer|Frank|García Moreno|Graf|Groß|Haddad|Hartmann|Heinrich|Hoffmann|Horvat|Ivanova|Jansen|Jäger|Kaya|Keller|Klein|Koch|Kowalski|Krämer|Krüger|Lange|Lehmann|Ludwig|Maier|Mensah|Meyer zu Bergsten|Möller|Nguyen|Novak|Öztürk|Park|Peters|Pham|Pohl|Popescu|Richter|Rossi|Roth|Şahin|Sauer|Schmidt|Schneider|Schröder|Schubert|Schulz|Schwarz|Simon|Stein|Tran|van der Linden|Vogt|von Arnim|Wagner|Walter|Winkler|Wójcik|Wolf|Yilmaz|Zimmermann'.split(
    '|',
  )

/** `count` full names, no two alike, as they stand in the registers of a German school. */
export function pupilNames(draw: Draw, count: number): string[] {
  const [firsts, lasts] = [draw.shuffled(given), draw.shuffled(family)]
  // The lists are of different lengths (72 and 71), so a pair comes again only after all combinations.
  return Array.from(
    { length: count },
    (_, index) => `${firsts[index % firsts.length]} ${lasts[index % lasts.length]}`,
  )
}
