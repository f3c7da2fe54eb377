import type { Mutation } from './mutation.ts'

const FOLDER = 'server/domains/community/comments'
const COMMANDS = `${FOLDER}/commands.ts`
const TESTS = `${FOLDER}/comments.pg.test.ts`
const RACES = `${FOLDER}/races.pg.test.ts`
const SYNCED = `${FOLDER}/synced.pg.test.ts`
const PHOTOS = `${FOLDER}/photos.pg.test.ts`
const AUTHOR = 'the author changes a comment; the author and the creator of the thing delete it'

/**
 * Comments: who writes, changes, deletes and reads them. The early end of a second deletion is not among them: the count asks
 * for the former status, too.
 */
export const comments: Mutation[] = [
  {
    name: 'a comment that does not exist yet is locked',
    file: COMMANDS,
    find: `  await lock(tx, 'comment', id)\n`,
    replace: '',
    tests: [RACES],
  },
  {
    name: 'a comment that is sent twice is one',
    file: COMMANDS,
    find: 'if (known.authorId === authorId && known.objectId === objectId) return',
    replace: 'if (false) return',
    tests: [RACES],
    title: 'a comment that is sent many times at once is one, counted once',
  },
  {
    name: 'the id of a comment belongs to its author',
    file: COMMANDS,
    find: 'if (known.authorId === authorId && known.objectId === objectId) return',
    replace: 'if (true) return',
    tests: [RACES],
    title: 'an id that is taken at once by two accounts is one comment',
  },
  {
    name: 'a comment is locked while it changes',
    file: COMMANDS,
    find: '{ id }, { lockMode: LockMode.PESSIMISTIC_WRITE }',
    replace: '{ id }',
    tests: [RACES],
    title: 'edits at once leave one of their texts, and a deletion among them leaves none',
  },
  {
    name: 'a comment is changed by its author',
    file: COMMANDS,
    find: 'if (comment.authorId !== userId) throw',
    replace: 'if (false) throw',
    tests: [TESTS],
    title: AUTHOR,
  },
  {
    name: 'a comment that is gone is not changed',
    file: COMMANDS,
    find: `  if (comment.status === 'deleted') throw gone()
  if (comment.status === 'hidden') throw hiddenByStaff()`,
    replace: `  if (comment.status === 'hidden') throw hiddenByStaff()`,
    tests: [TESTS, RACES],
  },
  {
    name: 'a comment that staff hide is not changed',
    file: COMMANDS,
    find: `  if (comment.status === 'hidden') throw hiddenByStaff()\n`,
    replace: '',
    tests: ['server/domains/community/reports/hide.pg.test.ts'],
  },
  {
    name: 'a comment is changed where its author may write',
    file: COMMANDS,
    find: '  await requireWritable(tx.em, { userId, now: tx.now }, comment)\n',
    replace: '',
    tests: [TESTS, SYNCED],
  },
  {
    name: 'a comment is deleted by its author or the creator',
    file: COMMANDS,
    find: 'if (comment.authorId !== userId && comment.performerId !== userId) throw',
    replace: 'if (false) throw',
    tests: [TESTS],
    title: AUTHOR,
  },
  {
    name: 'a comment of others is not there for those who cannot read it',
    file: COMMANDS,
    find: `object?.access === 'open' && (await seenComment(tx.em, comment.id))`,
    replace: 'true',
    tests: [TESTS, SYNCED],
  },
  {
    name: 'an answer has no answers',
    file: COMMANDS,
    find: 'if (parent?.parentId != null) throw',
    replace: 'if (false) throw',
    tests: [TESTS],
    title: 'an answer has no answers, and what it answers is there',
  },
  {
    name: 'an answer is to a comment that is there',
    file: COMMANDS,
    find: 'if (!parent || !(await seenComment(tx.em, parentId))) {',
    replace: 'if (!parent) {',
    tests: [TESTS],
    title: 'an answer has no answers, and what it answers is there',
  },
  {
    name: 'a comment that is hidden is not counted down twice',
    file: COMMANDS,
    find: '  if (!wasCounted) return\n',
    replace: '',
    tests: ['server/domains/community/reports/hide.pg.test.ts', RACES],
  },
  {
    name: 'a creator who is closed to others does not comment',
    file: COMMANDS,
    find: '  await requireOpenCreator(tx.em, authorId)\n',
    replace: '',
    tests: [SYNCED],
    title: 'somebody blocked reads the comments on an own purchase, and writes none; nor does a creator who is closed',
  },
  {
    name: 'comments on a locked thing are locked',
    file: `${FOLDER}/commented-object.ts`,
    find: `if (object.access === 'locked') {`,
    replace: 'if (false) {',
    tests: [TESTS, SYNCED],
  },
  {
    name: 'nobody blocked writes below what they own',
    file: `${FOLDER}/commented-object.ts`,
    find: 'if (object.viewer.isBlocked) throw',
    replace: 'if (false) throw',
    tests: [SYNCED],
    title: 'somebody blocked reads the comments on an own purchase, and writes none; nor does a creator who is closed',
  },
  {
    name: 'comments of somebody blocked are hidden',
    file: `${FOLDER}/queries.ts`,
    find: ' and not ${isBlocked})`',
    replace: ')`',
    tests: [SYNCED, 'server/domains/community/blocks/effects.pg.test.ts'],
  },
  {
    name: 'comments of accounts that others cannot reach are hidden',
    file: `${FOLDER}/queries.ts`,
    find: ' and ${openToOthers(author)} and',
    replace: ' and',
    tests: [TESTS],
    title: 'comments of an account that others cannot reach are shown to nobody',
  },
  {
    name: 'an account hears of comments that it may read',
    file: `${FOLDER}/notify-of-comment.ts`,
    find: `if ((await commentedObject(tx.em, { userId, now: tx.now }, comment))?.access !== 'open') continue`,
    replace: '',
    tests: [TESTS],
    title: 'the creator, the author of what is answered and those who are named hear of it once',
  },
  {
    name: 'the photo of a comment is for its readers',
    file: `${FOLDER}/attachments.ts`,
    find: `return (await commentedObject(em, onlooker, comment))?.access === 'open'`,
    replace: 'return true',
    tests: [PHOTOS],
    title: 'the photo of a comment is shown to readers of the comment alone',
  },
  {
    name: 'the photo of a hidden comment is for its author',
    file: `${FOLDER}/attachments.ts`,
    find: `if (comment.status === 'hidden') return comment.authorId === onlooker.userId`,
    replace: `if (comment.status === 'hidden') return true`,
    tests: [PHOTOS, 'server/domains/community/reports/hide.pg.test.ts'],
  },
  {
    name: 'a comment takes a photo of its author',
    file: `${FOLDER}/attachments.ts`,
    find: '{ id, ownerId: authorId, purpose',
    replace: '{ id, purpose',
    tests: [PHOTOS],
    title: 'a photo of somebody else, or for another purpose, stays out of a comment',
  },
  {
    name: 'a page of comments is joined by those who may read them',
    file: `${FOLDER}/announce.ts`,
    find: `?.access === 'open'`,
    replace: ` !== undefined`,
    tests: [SYNCED],
    title: 'who may not read the comments joins no page',
  },
]
