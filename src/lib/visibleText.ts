/** False for a text of white space, marks and characters that are never drawn, e.g. fillers and joiners. */
export const hasVisibleCharacter = (text: string): boolean =>
  /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
