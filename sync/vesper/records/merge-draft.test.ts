import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeDraft } from './merge-draft.ts'
import type { DraftEdit } from './merge-draft.ts'
import { emptyDraft, linesOf, pollOf, sightOf } from './post-draft.ts'

const began = { ...emptyDraft, text: 'One. Two. Three.', poll: { question: 'Tea?', options: ['Yes', 'No'] } }

test('fields that one side edited take its change', () => {
  const draft = mergeDraft(began, { base: { text: began.text }, changes: { text: 'New.' } })
  const both = mergeDraft(draft, { base: { price: 0, access: 'followers' }, changes: { price: 5, access: 'paid' } })
  expect(both).toEqual({ ...began, text: 'New.', price: 5, access: 'paid' })
})

test('different sentences stand together, the same one is kept twice', () => {
  const one = mergeDraft(began, { base: { text: began.text }, changes: { text: 'First. Two. Three.' } })
  const merged = mergeDraft(one, { base: { text: began.text }, changes: { text: 'One. Two. Third.' } })
  expect(merged).toMatchObject({ text: 'First. Two. Third.', kept: [] })
  const twice = mergeDraft(one, { base: { text: began.text }, changes: { text: 'Uno. Two. Three.' } })
  expect(twice).toMatchObject({ text: 'Uno. Two. Three.', kept: [{ of: 'text', text: 'First. Two. Three.' }] })
})

test('further edits of the author make no further version', () => {
  const theirs = mergeDraft(began, { base: { text: began.text }, changes: { text: 'Uno.' } })
  const mine = mergeDraft(theirs, { base: { text: began.text }, changes: { text: 'Ein' } })
  const on = mergeDraft(mine, { base: { text: 'Ein' }, changes: { text: 'Eins.' } })
  expect(on).toMatchObject({ text: 'Eins.', kept: [{ text: 'Uno.' }] })
})

test('a kept version goes when its author has decided, or when it stands in the text', () => {
  const theirs = mergeDraft(began, { base: { text: began.text }, changes: { text: 'Uno.' } })
  const mine = mergeDraft(theirs, { base: { text: began.text }, changes: { text: 'Eins.' } })
  const settled = mine.kept.map(({ _id }) => _id)
  expect(mergeDraft(mine, { base: {}, changes: {}, settled }).kept).toEqual([])
  expect(mergeDraft(mine, { base: { text: 'Eins.' }, changes: { text: 'Eins.\n\nUno.' } }).kept).toEqual([])
})

test('polls merge by question and option, else one is kept as lines', () => {
  const base = { poll: began.poll }
  const more = mergeDraft(began, { base, changes: { poll: { question: 'Tea?', options: ['Yes', 'No', 'Perhaps'] } } })
  const both = mergeDraft(more, { base, changes: { poll: { question: 'Coffee?', options: ['Yes', 'No'] } } })
  expect(both.poll).toEqual({ question: 'Coffee?', options: ['Yes', 'No', 'Perhaps'] })
  const without = mergeDraft(both, { base, changes: { poll: null } })
  expect(without).toMatchObject({ poll: null, kept: [{ of: 'poll', text: 'Coffee?\nYes\nNo\nPerhaps' }] })
  expect(pollOf(without.kept[0]?.text ?? '')).toEqual(both.poll)
})

test('tags are merged as a set; of a pin, a thumbnail and a teaser the last to arrive stand', () => {
  const tagged = { ...began, tags: ['studio', 'glaze'] }
  const base = { tags: tagged.tags }
  const one = mergeDraft(tagged, { base, changes: { tags: ['studio', 'glaze', 'kiln'], isPinned: true } })
  const two = mergeDraft(one, { base, changes: { tags: ['glaze', 'clay'], thumbnailId: 'a' } })
  expect(two).toMatchObject({ tags: ['glaze', 'clay', 'kiln'], isPinned: true, thumbnailId: 'a', teaserId: null })
  expect(mergeDraft(two, { base: { thumbnailId: null }, changes: { thumbnailId: 'b' } }).thumbnailId).toBe('b')
})

test('how a poll is asked follows the last device that changed it', () => {
  const base = { poll: began.poll }
  const [endsAt, options] = ['2026-02-01T10:00:00.000Z', ['Yes', 'No', 'Perhaps']]
  const ends = mergeDraft(began, { base, changes: { poll: { ...began.poll, endsAt, isMultiple: true } } })
  const more = mergeDraft(ends, { base, changes: { poll: { ...began.poll, options } } })
  expect(more.poll).toEqual({ question: 'Tea?', options, endsAt, isMultiple: true })
  const open = mergeDraft(more, { base: { poll: ends.poll }, changes: { poll: { ...began.poll, endsAt: null } } })
  expect(open.poll).toEqual({ question: 'Tea?', options, endsAt: null })
})

test('a draft that an older app stored has the sight of one without later fields', () => {
  const { tags: _tags, isPinned: _isPinned, thumbnailId: _thumbnail, teaserId: _teaser, ...older } = began
  expect(sightOf(older as typeof began)).toBe(sightOf(began))
  expect(mergeDraft(older as typeof began, { base: {}, changes: { tags: ['a'] } })).toEqual({ ...began, tags: ['a'] })
  const later = [{ tags: ['a'] }, { isPinned: true }, { thumbnailId: 'a' }, { teaserId: 'a' }]
  const sights = [began, ...later.map((field) => ({ ...began, ...field }))].map(sightOf)
  const polls = [{ isMultiple: true }, { endsAt: '2026-02-01T10:00:00.000Z' }]
  sights.push(...polls.map((asked) => sightOf({ ...began, poll: { ...began.poll, ...asked } })))
  expect(new Set(sights).size).toBe(sights.length)
})

test('a text that would grow past its bound is not merged', () => {
  const text = `One.\n${'x'.repeat(2400)}.\nThree.`
  const long = { ...began, text: `One${'y'.repeat(2000)}.\n${'x'.repeat(2400)}.\nThree.` }
  const changes = { text: `One.\n${'x'.repeat(2400)}.\nThree${'z'.repeat(2000)}.` }
  const merged = mergeDraft(long, { base: { text }, changes })
  expect([merged.text, merged.kept.map((version) => version.text)]).toEqual([changes.text, [long.text]])
})

describe('whatever two devices write', () => {
  const word = (letter: string) => fc.integer({ min: 0, max: 9999 }).map((n) => `${letter}${n}`)
  const text = (letter: string) =>
    fc
      .array(fc.tuple(word(letter), fc.constantFrom(' ', '. ', '! ', '\n', '\n\n')), { maxLength: 8 })
      .map((words) => words.flat().join(''))
  const start = fc.array(fc.tuple(word('o'), fc.constantFrom(' ', '. ', '\n')), { maxLength: 8 })

  /** A text that began as `base`, with words in and out. */
  function edited(base: readonly [string, string][], letter: string) {
    const change = fc.record({ at: fc.nat(8), remove: fc.nat(2), add: text(letter) })
    return fc.array(change, { maxLength: 3 }).map((changes) => {
      const words = base.map((pair) => pair.join(''))
      for (const { at, remove, add } of changes) words.splice(Math.min(at, words.length), remove, add)
      return words.join('')
    })
  }

  const pair = start.chain((words) =>
    fc.record({
      base: fc.constant(words.flat().join('')),
      mine: edited(words as [string, string][], 'm'),
      theirs: edited(words as [string, string][], 't'),
    }),
  )

  const edit = (base: string, to: string): DraftEdit => ({ base: { text: base }, changes: { text: to } })
  const everything = (draft: typeof emptyDraft) => [draft.text, ...draft.kept.map((version) => version.text)]

  test('every word that either wrote is in the draft or kept beside it', () => {
    fc.assert(
      fc.property(pair, ({ base, mine, theirs }) => {
        const start = { ...emptyDraft, text: base }
        const after = mergeDraft(mergeDraft(start, edit(base, mine)), edit(base, theirs))
        const words = new Set(everything(after).join(' ').split(/\W+/))
        for (const written of `${mine} ${theirs}`.match(/[mt]\d+/g) ?? []) expect(words).toContain(written)
      }),
    )
  })

  test('the order of arrival decides at most which of them is the draft', () => {
    fc.assert(
      fc.property(pair, ({ base, mine, theirs }) => {
        const start = { ...emptyDraft, text: base }
        const one = mergeDraft(mergeDraft(start, edit(base, mine)), edit(base, theirs))
        const other = mergeDraft(mergeDraft(start, edit(base, theirs)), edit(base, mine))
        if (one.text !== other.text) expect([one.text, other.text].sort()).toEqual([mine, theirs].sort())
      }),
    )
  })

  test('an edit that is applied again changes nothing', () => {
    fc.assert(
      fc.property(pair, ({ base, mine, theirs }) => {
        const once = mergeDraft(mergeDraft({ ...emptyDraft, text: base }, edit(base, mine)), edit(base, theirs))
        expect(mergeDraft(once, edit(base, theirs))).toEqual(once)
      }),
    )
  })

  test('photos that either added are there once, photos that either removed are not', () => {
    const ids = fc.subarray(['a', 'b', 'c', 'd', 'e', 'f'])
    fc.assert(
      fc.property(ids, ids, ids, (base, mine, theirs) => {
        const files = (to: string[]): DraftEdit => ({ base: { fileIds: base }, changes: { fileIds: to } })
        const after = mergeDraft(mergeDraft({ ...emptyDraft, fileIds: base }, files(mine)), files(theirs))
        const removed = new Set(base.filter((id) => !mine.includes(id) || !theirs.includes(id)))
        const wanted = [...mine, ...theirs].filter((id) => !removed.has(id))
        expect(after.fileIds.toSorted()).toEqual([...new Set(wanted)].toSorted())
        expect(mergeDraft(after, files(theirs))).toEqual(after)
      }),
    )
  })
})

test('the checksum of the seen draft is the same for the same content, and another for any other', () => {
  const sight = sightOf(began)
  expect(sightOf({ ...began })).toBe(sight)
  expect(sightOf({ ...began, text: `${began.text} ` })).not.toBe(sight)
  expect(sightOf({ ...began, poll: { question: 'Tea?', options: ['No', 'Yes'] } })).not.toBe(sight)
  expect(linesOf(began.poll)).toBe('Tea?\nYes\nNo')
})
