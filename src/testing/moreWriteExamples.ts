import type { TestService } from './testService.ts'

export type WriteExample = {
  description: string
  write: string
  login: string
  input: () => Promise<Record<string, unknown>>
}

/** Every write to chats. */
export function chatWriteExamples(school: () => TestService): WriteExample[] {
  const class8b = 1

  async function newest(table: 'chats' | 'messages' | 'permissions'): Promise<number> {
    const rows = school().db.selectFrom(table).select('id').orderBy('id', 'desc')
    return (await rows.executeTakeFirstOrThrow()).id
  }

  async function lastIn(chat_id: number): Promise<number> {
    const rows = school().db.selectFrom('messages').select('id').where('chat_id', '=', chat_id)
    return (await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  }

  async function weber(): Promise<number> {
    const users = school().db.selectFrom('users').select('id').where('login', '=', 'weber')
    return (await users.executeTakeFirstOrThrow()).id
  }

  async function optionsOf(message_id: number): Promise<number[]> {
    const options = school()
      .db.selectFrom('poll_options')
      .innerJoin('polls', 'polls.id', 'poll_options.poll_id')
      .select('poll_options.id')
      .where('polls.message_id', '=', message_id)
    return (await options.orderBy('poll_options.id').execute()).map(({ id }) => id)
  }

  async function uploadFor(login: string, message_key: string): Promise<void> {
    const body = new FormData()
    body.append('related_to', 'chat-message-file-new')
    body.append('message_key', message_key)
    body.append('file', new File(['text'], 'a.txt'))
    await school().send('POST', '/api/v2/documents', { token: await school().signIn(login), body })
  }

  async function newestMessage(): Promise<{ chat_id: number; message_id: number }> {
    const chat_id = await newest('chats')
    return { chat_id, message_id: await lastIn(chat_id) }
  }

  async function newestScheduled(): Promise<{ scheduled_message_id: number; chat_id: number }> {
    const rows = school().db.selectFrom('scheduled_messages').select(['id', 'chat_id']).orderBy('id', 'desc')
    const { id, chat_id } = await rows.executeTakeFirstOrThrow()
    return { scheduled_message_id: id, chat_id: chat_id ?? 0 }
  }

  const later = async (text: string) => ({
    chat_id: await newest('chats'),
    body: { text, send_at: new Date(school().clock() + 86_400_000).toISOString() },
  })

  return [
    {
      description: 'a chat with only its creator',
      write: 'chats.create',
      login: 'albrecht',
      input: async () => ({ body: { name: 'Trip' } }),
    },
    {
      description: 'a second chat, with the next permission ID',
      write: 'chats.create',
      login: 'albrecht',
      input: async () => ({ body: { name: 'News', broadcast_only: true } }),
    },
    {
      description: 'the first message',
      write: 'messages.send',
      login: 'albrecht',
      input: async () => ({ chat_id: await newest('chats'), body: { text: 'Welcome.' } }),
    },
    {
      description: 'read access to a chat',
      write: 'permissions.create',
      login: 'albrecht',
      input: async () => ({
        body: { resource_ids: { chat_id: await newest('chats') }, target_ids: { user_id: await weber() } },
      }),
    },
    {
      description: 'write access to a chat, for a class',
      write: 'permissions.create',
      login: 'albrecht',
      input: async () => ({
        body: {
          resource_ids: { chat_id: await newest('chats') },
          target_ids: { course_id: class8b },
          is_write: true,
        },
      }),
    },
    {
      description: 'a message for tomorrow',
      write: 'scheduledMessages.create',
      login: 'albrecht',
      input: () => later('Bring your atlas.'),
    },
    {
      description: 'a second one for tomorrow',
      write: 'scheduledMessages.create',
      login: 'albrecht',
      input: () => later('Bring your lunch.'),
    },
    {
      description: 'a scheduled message',
      write: 'scheduledMessages.remove',
      login: 'albrecht',
      input: async () => ({ scheduled_message_id: (await newestScheduled()).scheduled_message_id }),
    },
    {
      description: 'a scheduled message at once',
      write: 'scheduledMessages.sendNow',
      login: 'albrecht',
      input: newestScheduled,
    },
    {
      description: 'a poll',
      write: 'messages.send',
      login: 'albrecht',
      input: async () => ({
        chat_id: await newest('chats'),
        body: { text: 'When?', poll: { is_multiple_choice: true, options: ['Mon', 'Tue'] } },
      }),
    },
    {
      description: 'by a member with read access',
      write: 'messages.vote',
      login: 'weber',
      input: async () => {
        const message = await newestMessage()
        return { ...message, body: { option_ids: await optionsOf(message.message_id) } }
      },
    },
    {
      description: 'a withdrawn vote',
      write: 'messages.vote',
      login: 'weber',
      input: async () => ({ ...(await newestMessage()), body: { option_ids: [] } }),
    },
    {
      description: 'a message in a chat with many others',
      write: 'messages.send',
      login: 'sommer',
      input: async () => ({ chat_id: class8b, body: { text: 'Is there sport today?' } }),
    },
    {
      description: 'a message with a file',
      write: 'messages.send',
      login: 'ruiz',
      input: async () => {
        const message_key = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
        await uploadFor('ruiz', message_key)
        return { chat_id: class8b, body: { text: '', with_files: true, message_key } }
      },
    },
    {
      description: 'messages of others',
      write: 'chats.markRead',
      login: 'sommer',
      input: async () => ({ chat_id: class8b, body: { message_id: await lastIn(class8b) } }),
    },
    {
      description: 'an added reaction',
      write: 'messages.react',
      login: 'albrecht',
      input: async () => ({
        chat_id: class8b,
        message_id: await lastIn(class8b),
        body: { emoji: '👍' },
      }),
    },
    {
      description: 'a withdrawn reaction',
      write: 'messages.react',
      login: 'albrecht',
      input: async () => ({
        chat_id: class8b,
        message_id: await lastIn(class8b),
        body: { emoji: '👍' },
      }),
    },
    {
      description: 'a message with files, by an administrator',
      write: 'messages.remove',
      login: 'albrecht',
      input: async () => ({ chat_id: class8b, message_id: await lastIn(class8b) }),
    },
    {
      description: 'a second administrator of a chat, who may delete messages',
      write: 'permissions.change',
      login: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions'), body: { is_admin: true } }),
    },
    {
      description: 'an administrator who leaves a chat',
      write: 'permissions.remove',
      login: 'weber',
      input: async () => ({ permission_id: await newest('permissions') }),
    },
    {
      description: 'the last administrator, which deletes the chat and its messages',
      write: 'permissions.remove',
      login: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions') }),
    },
  ]
}
