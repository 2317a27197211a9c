import type { Message } from '../../../contract/messages.ts'

/** Whether its reader may delete a message. Where the service does not say (api.md does not), one's own. */
export const mayDelete = ({ can_delete, is_own }: Pick<Message, 'can_delete' | 'is_own'>): boolean =>
  can_delete ?? is_own
