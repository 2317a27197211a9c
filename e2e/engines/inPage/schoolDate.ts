/** Moves the page's clock by a number of ms. Workers keep the real time. */
export function setSchoolDate(ahead: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + ahead
  // A proxy, because `instanceof` must also hold for the dates that the browser creates.
  window.Date = new Proxy(RealDate, {
    construct: (date, args) => (args.length === 0 ? new date(now()) : Reflect.construct(date, args)),
    get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
  })
}
