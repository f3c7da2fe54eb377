import type { PlantedMistake } from './planted-mistake.ts'

const RULES = ['sync/conversation-rules.pg.test.ts'] as const
const TIPS = ['talk/**/tips.pg.test.ts'] as const

/** The rules of answers, edits, reactions and the lines of tips (`sync/RULES.md`): each mistake takes one away. */
const messages: PlantedMistake[] = [
  {
    name: 'an edit comes within 15 minutes',
    file: 'edit-message.ts',
    find: 'tx.now.getTime() - createdAt.getTime() > MESSAGE_EDIT_MS',
    replace: 'tx.now.getTime() - createdAt.getTime() > 2 * MESSAGE_EDIT_MS',
    tests: RULES,
  },
  {
    name: 'an edit after exactly 15 minutes counts',
    file: 'edit-message.ts',
    find: 'createdAt.getTime() > MESSAGE_EDIT_MS',
    replace: 'createdAt.getTime() >= MESSAGE_EDIT_MS',
    tests: RULES,
  },
  {
    name: 'the edit of a message is its sender’s',
    file: 'edit-message.ts',
    find: `if (message.senderId !== actor.userId) throw new Refusal('forbidden', 'You can edit only your own messages.')`,
    tests: RULES,
  },
  {
    name: 'an edit changes nothing that was bought',
    file: 'edit-message.ts',
    find: 'price > 0 && (await isBought(tx.em, id))',
    replace: 'price < 0 && (await isBought(tx.em, id))',
    tests: RULES,
  },
  {
    name: 'an edit brings no deleted message back',
    file: 'edit-message.ts',
    find: 'message.isDeleted || message.text === text',
    replace: 'message.text === text',
    tests: RULES,
  },
  {
    name: 'an edit changes nothing that staff have hidden',
    file: 'edit-message.ts',
    find: `if (isHidden) throw new Refusal('conflict', 'This message was hidden by staff. It stays as it is.')`,
    tests: RULES,
  },
  {
    name: 'an edit leaves something of a message',
    file: 'edit-message.ts',
    find: 'if (!hasContent({ text, fileIds: files.map(({ id }) => id) }))',
    replace: 'if (!hasContent({ text, fileIds: [...files.map(({ id }) => id), message.id] }))',
    tests: RULES,
  },
  {
    name: 'an edit says nothing to somebody who is closed',
    file: 'edit-message.ts',
    find: 'await requireOpenPair(tx, members)',
    replace: 'await Promise.resolve(members)',
    tests: RULES,
  },
  {
    name: 'a reaction is no stranger’s',
    file: 'lock-message.ts',
    find: 'conversationId !== undefined && place.conversationId !== conversationId.toLowerCase()',
    replace: 'conversationId === null',
    tests: RULES,
  },
  {
    name: 'a reaction to what is locked is refused',
    file: 'react-to-message.ts',
    find: '!(await isOpenTo(tx.em, message, userId))',
    replace: '(await isOpenTo(tx.em, message, userId)) === null',
    tests: RULES,
  },
  {
    name: 'a reaction is that of one side alone',
    file: 'react-to-message.ts',
    find: `isSender ? 'senderReaction' : 'recipientReaction'`,
    replace: `isSender || !isSender ? 'senderReaction' : 'recipientReaction'`,
    tests: RULES,
  },
  {
    name: 'a reaction to a deleted message is none',
    file: 'react-to-message.ts',
    find: 'if (message.isDeleted || ',
    replace: 'if (',
    tests: RULES,
  },
  {
    name: 'a reaction to a message that is hidden is none',
    file: 'react-to-message.ts',
    find: '(message.isHidden && !isSender) || ',
    tests: RULES,
  },
  {
    name: 'a reaction waits until the two are open to each other',
    file: 'react-to-message.ts',
    find: 'await requireOpenPair(tx, members)',
    replace: 'await Promise.resolve(members)',
    tests: RULES,
  },
  {
    name: 'a reaction can be taken back from somebody who is closed',
    file: 'react-to-message.ts',
    find: 'if (emoji !== null) {',
    replace: 'if (message) {',
    tests: RULES,
  },
  {
    name: 'the reactions of a message go with it',
    file: 'messages/commands.ts',
    find: 'updatedAt: tx.now, ...nothing })',
    replace: 'updatedAt: tx.now, ...(!nothing && nothing) })',
    tests: RULES,
  },
  {
    name: 'an answer quotes its own conversation alone',
    file: 'messages/queries.ts',
    find: 'where q.id = ? and q.conversation_id = ?',
    replace: 'where q.id = ? and ?::uuid is not null',
    tests: RULES,
  },
  {
    name: 'an answer quotes no words of what is locked',
    file: 'messages/views.ts',
    find: 'if (!isOwn && !quoted.isOpen) return',
    replace: 'if (isOwn && !quoted.isOpen) return',
    tests: RULES,
  },
  {
    name: 'an answer quotes no words of what is hidden',
    file: 'messages/views.ts',
    find: 'quoted.isDeleted || (quoted.isHidden && !isOwn)',
    replace: 'quoted.isDeleted',
    tests: RULES,
  },
  {
    name: 'the line of a tip is not edited',
    file: 'edit-message.ts',
    find: `if (tip > 0) throw new Refusal('conflict', 'A tip stays as it is.')`,
    replace: 'void tip',
    tests: TIPS,
  },
  {
    name: 'the line of a tip is not deleted',
    file: 'messages/commands.ts',
    find: `if (message.tip > 0) throw new Refusal('conflict', 'A tip stays as it is.')`,
    tests: TIPS,
  },
  {
    name: 'the line of a tip without words is nothing to read',
    file: 'append-message.ts',
    find: `if (tip === 0 || text !== '') theirs.unseen += 1`,
    replace: 'theirs.unseen += 1',
    tests: TIPS,
  },
  {
    name: 'the line of a tip without words is not counted again',
    file: 'messages/queries.ts',
    find: `\n       and not (tip > 0 and text = '')`,
    tests: TIPS,
  },
  {
    name: 'a tip to somebody who cannot talk stands without a line of a tip',
    file: 'tell-of-tip.ts',
    find: 'if (error instanceof Refusal) return false',
    replace: 'void Refusal',
    tests: TIPS,
  },
  {
    name: 'the same charge is the same line of a tip',
    file: 'add-tip-line.ts',
    find: 'if (known) return known.seq',
    replace: 'void known',
    tests: ['live/**/add-tip-line.pg.test.ts'],
  },
  {
    name: 'a stream that has ended takes no line of a tip',
    file: 'add-tip-line.ts',
    find: ` and status <> 'ended'`,
    tests: ['live/**/add-tip-line.pg.test.ts'],
  },
]

const HOLDERS = ['assets/several-holders.pg.test.ts', 'messages/attachments.pg.test.ts'] as const

/** Files that are taken from the library, which several things may hold. */
const library: PlantedMistake[] = [
  {
    name: 'a file from the library is locked before it is taken',
    file: 'content/attachments.ts',
    find: `{ lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },`,
    replace: `{ orderBy: { id: 'asc' } },`,
    tests: HOLDERS,
  },
  {
    name: 'a file from the library loses its last holder once',
    file: 'content/release-files.ts',
    find: 'await tx.em.find(File, { id: { $in: [...ids] } }, { ...locked, disableIdentityMap: true })',
    replace: 'void locked',
    tests: HOLDERS,
  },
  {
    name: 'a file from the library is taken by its owner alone',
    file: 'content/attachments.ts',
    find: 'ownerId, purpose: { $in: purposes } }',
    replace: '...(ownerId === null && { ownerId }), purpose: { $in: purposes } }',
    tests: [...HOLDERS, 'messaging.pg.test.ts'],
  },
  {
    name: 'a file of a fan is not taken from the library',
    file: 'content/attachments.ts',
    find: 'const library = isPerformer ? takes.fromLibrary : undefined',
    replace: 'const library = isPerformer || takes ? takes.fromLibrary : undefined',
    tests: [...HOLDERS, 'messaging.pg.test.ts'],
  },
  {
    name: 'a file that staff have hidden is not taken from the library',
    file: 'content/attachments.ts',
    find: 'if (hidden.has(fileId)) throw',
    replace: 'if (hidden.size < 0) throw',
    tests: [...HOLDERS, 'hide*.pg.test.ts'],
  },
  {
    name: 'a file from the library that another thing holds stays',
    file: 'content/release-files.ts',
    find: 'ids.filter((id) => !elsewhere.has(id))',
    replace: 'ids.filter((id) => elsewhere || id)',
    tests: HOLDERS,
  },
]

export const conversations: PlantedMistake[] = [...messages, ...library]
