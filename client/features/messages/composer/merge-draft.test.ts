import { expect, test } from 'vitest'
import { mergeDraft, mergeText } from './merge-draft.ts'

/** base, mine, theirs, the box */
type Row = [string, string, string, string]

function expectMerged(...[base, mine, theirs, box]: Row): void {
  expect(mergeText({ base, mine, theirs })).toBe(box)
}

test.each<Row>([
  ['', '', '', ''],
  ['a', 'a', 'b', 'b'],
  ['a', 'a', '', ''],
  ['', '', 'b', 'b'],
  ['a', 'b', 'a', 'b'],
  ['a', '', 'a', ''],
  ['a', 'b', 'b', 'b'],
])('who changed nothing takes what the other has: %j, %j, %j → %j', (...texts) => expectMerged(...texts))

test.each<Row>([
  ['', 'one', 'two', 'one\ntwo'],
  ['a', 'one', 'two', 'one\ntwo'],
  ['a', 'one', '', 'one'],
  ['a', '', 'two', 'two'],
  ['', 'one', 'one\ntwo', 'one\ntwo'],
  ['', 'one\ntwo', 'two', 'one\ntwo'],
  ['', 'one', 'one and more', 'one and more'],
  ['a', 'a, one', 'a\ntwo', 'a, one\ntwo'],
  ['a', 'a, one\ntwo', 'a\ntwo', 'a, one\ntwo'],
])('what both wrote stays, once each: %j, %j, %j → %j', (...texts) => expectMerged(...texts))

test('files that either tab attached are there, files that either tab took out or sent are not', () => {
  const words = (...fileIds: string[]) => ({ text: '', fileIds })
  const merged = mergeDraft({ base: words('1', '2', '3'), mine: words('1', '3', '4'), theirs: words('1', '2', '5') })
  expect(merged.fileIds).toEqual(['1', '4', '5'])
})
