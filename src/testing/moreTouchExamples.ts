import type { TestService } from './testService.ts'

/** A write as somebody makes it. `says` tells what is special about it. */
export type TouchExample = {
  says: string
  write: string
  by: string
  input: () => Promise<Record<string, unknown>>
}

/** Every write about chats, in a chat of 8b and in a new one of Albrecht's that Weber is let into. */
export function chatTouchExamples(school: () => TestService): TouchExample[] {
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

  /** The newest chat, and the last message in it. */
  async function there(): Promise<{ chat_id: number; message_id: number }> {
    const chat_id = await newest('chats')
    return { chat_id, message_id: await lastIn(chat_id) }
  }

  return [
    {
      says: 'for its maker alone',
      write: 'chats.create',
      by: 'albrecht',
      input: async () => ({ body: { name: 'Trip' } }),
    },
    {
      says: 'and another, with the permission that comes next',
      write: 'chats.create',
      by: 'albrecht',
      input: async () => ({ body: { name: 'News', broadcast_only: true } }),
    },
    {
      says: 'the first message',
      write: 'messages.send',
      by: 'albrecht',
      input: async () => ({ chat_id: await newest('chats'), body: { text: 'Welcome.' } }),
    },
    {
      says: 'somebody may read a chat',
      write: 'permissions.create',
      by: 'albrecht',
      input: async () => ({
        body: { resource_ids: { chat_id: await newest('chats') }, target_ids: { user_id: await weber() } },
      }),
    },
    {
      says: 'a poll',
      write: 'messages.send',
      by: 'albrecht',
      input: async () => ({
        chat_id: await newest('chats'),
        body: { text: 'When?', poll: { is_multiple_choice: true, options: ['Mon', 'Tue'] } },
      }),
    },
    {
      says: 'by who only reads',
      write: 'messages.vote',
      by: 'weber',
      input: async () => {
        const message = await there()
        return { ...message, body: { option_ids: await optionsOf(message.message_id) } }
      },
    },
    {
      says: 'taken back',
      write: 'messages.vote',
      by: 'weber',
      input: async () => ({ ...(await there()), body: { option_ids: [] } }),
    },
    {
      says: 'among weeks of talk',
      write: 'messages.send',
      by: 'sommer',
      input: async () => ({ chat_id: class8b, body: { text: 'Is there sport today?' } }),
    },
    {
      says: 'with a file',
      write: 'messages.send',
      by: 'ruiz',
      input: async () => {
        const message_key = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
        await uploadFor('ruiz', message_key)
        return { chat_id: class8b, body: { text: '', with_files: true, message_key } }
      },
    },
    {
      says: 'what others wrote',
      write: 'chats.markRead',
      by: 'sommer',
      input: async () => ({ chat_id: class8b, body: { message_id: await lastIn(class8b) } }),
    },
    {
      says: 'given',
      write: 'messages.react',
      by: 'albrecht',
      input: async () => ({
        chat_id: class8b,
        message_id: await lastIn(class8b),
        body: { emoji: '👍' },
      }),
    },
    {
      says: 'taken back',
      write: 'messages.react',
      by: 'albrecht',
      input: async () => ({
        chat_id: class8b,
        message_id: await lastIn(class8b),
        body: { emoji: '👍' },
      }),
    },
    {
      says: 'with its files, by an administrator',
      write: 'messages.remove',
      by: 'albrecht',
      input: async () => ({ chat_id: class8b, message_id: await lastIn(class8b) }),
    },
    {
      says: 'another administrator of a chat, who may delete what is said',
      write: 'permissions.change',
      by: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions'), body: { is_admin: true } }),
    },
    {
      says: 'and who leaves',
      write: 'permissions.remove',
      by: 'weber',
      input: async () => ({ permission_id: await newest('permissions') }),
    },
    {
      says: 'the last administrator goes, and the chat with all that was said',
      write: 'permissions.remove',
      by: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions') }),
    },
  ]
}

/** Every write about files, in a new folder of 8b that Albrecht administers and Weber, of another class, is let into. */
export function fileTouchExamples(school: () => TestService): TouchExample[] {
  async function newest(table: 'files' | 'permissions'): Promise<number> {
    const rows = school().db.selectFrom(table).select('id').orderBy('id', 'desc')
    return (await rows.executeTakeFirstOrThrow()).id
  }

  async function newestFolder(): Promise<number> {
    const rows = school().db.selectFrom('files').select('id').where('is_dir', '=', 1)
    return (await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  }

  async function weber(): Promise<number> {
    const users = school().db.selectFrom('users').select('id').where('login', '=', 'weber')
    return (await users.executeTakeFirstOrThrow()).id
  }

  const upload = async () => ({
    body: { related_to: `file.${await newest('files')}`, file: new File(['text'], 'a.txt') },
  })

  return [
    {
      says: 'a folder at the top',
      write: 'files.create',
      by: 'albrecht',
      input: async () => ({ course_id: 1, body: { name: 'Trip', is_dir: true } }),
    },
    {
      says: 'a file in it',
      write: 'files.create',
      by: 'ruiz',
      input: async () => ({ course_id: 1, body: { name: 'a.txt', parent_id: await newestFolder() } }),
    },
    { says: 'to a file of a class', write: 'documents.upload', by: 'ruiz', input: upload },
    { says: 'a second version', write: 'documents.upload', by: 'albrecht', input: upload },
    {
      says: 'somebody of another class may read a folder and what is in it',
      write: 'permissions.create',
      by: 'albrecht',
      input: async () => ({
        body: { resource_ids: { file_id: await newestFolder() }, target_ids: { user_id: await weber() } },
      }),
    },
    {
      says: 'and write it all',
      write: 'permissions.change',
      by: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions'), body: { is_write: true } }),
    },
    {
      says: 'a file with all its versions, by who may write the folder',
      write: 'files.remove',
      by: 'albrecht',
      input: async () => ({ course_id: 1, file_id: await newest('files') }),
    },
    {
      says: 'another administrator of a folder',
      write: 'permissions.change',
      by: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions'), body: { is_admin: true } }),
    },
    {
      says: 'an administrator of a folder who is not the last',
      write: 'permissions.remove',
      by: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions') }),
    },
    {
      says: 'the last administrator of a folder goes, and it with all that is inside',
      write: 'permissions.remove',
      by: 'albrecht',
      async input() {
        const grants = school()
          .db.selectFrom('permissions')
          .select('id')
          .where('resource_field', '=', 'file_id')
        const own = grants.where('resource_id', '=', await newestFolder())
        return { permission_id: (await own.executeTakeFirstOrThrow()).id }
      },
    },
  ]
}
