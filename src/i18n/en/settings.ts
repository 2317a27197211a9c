/** Where settings of the user are stored. */
export const settings = {
  account: 'Saved in your school account.',
  pending: 'Saved on this device, not yet in your school account.',
  unsupported: 'Saved on this device only: your school’s service does not store settings.',
  refused: 'Saved on this device only: your school’s service does not accept this setting.',
} as const
