import type { OpenDelivery } from '../delivery/DeliveryContext.ts'

/** Delivery that is never open, for screens that only show its entries. */
export const openingDelivery: OpenDelivery = Object.assign(() => new Promise<never>(() => undefined), {
  current: () => undefined,
  subscribe: () => () => undefined,
})
