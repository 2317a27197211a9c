/** Zero-width spaces and fillers show nothing, neither does the blank Braille pattern. */
export const visibleCharacter = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u
