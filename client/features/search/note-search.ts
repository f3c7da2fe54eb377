import { KeywordAdded, NewKeyword } from '@vesper/sync/vesper/api/search.ts'
import * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'

/** Tells the server of words that led somewhere, for the trending searches. Without a connection nobody hears of them. */
export function noteSearch(words: string): void {
  const keyword = v.safeParse(NewKeyword, { keyword: words })
  if (!keyword.success) return
  callApi({ method: 'POST', path: '/search/keywords', body: keyword.output, answer: KeywordAdded }).catch(
    (error: unknown) => console.warn('The search was not counted', error),
  )
}
