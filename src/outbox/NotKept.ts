/** Storage is full, blocked or private: what was typed is on the page only (cases 29). */
export class NotKept extends Error {
  override readonly name = 'NotKept'
}
