import { SearchAnswer } from '@vesper/sync/vesper/api/search.ts'
import { callApi } from '../../../core/api/api.ts'
import { creatorFinding, postFinding } from './finding.ts'
import type { Finding } from './finding.ts'

/** The first things that the server finds with these words. Locked things are left out: their words are not for the viewer. */
export async function findOnServer(q: string, signal: AbortSignal): Promise<Finding[]> {
  const found = await callApi({ path: '/search', query: { q }, answer: SearchAnswer, signal })
  const named = ['video', 'gallery', 'product'] as const
  const lists = { video: found.videos, gallery: found.galleries, product: found.products }
  const segments = { video: 'videos', gallery: 'galleries', product: 'products' }
  return [
    ...(found.creators?.data ?? []).map(creatorFinding),
    ...(found.posts?.data ?? []).filter(({ isLocked }) => !isLocked).map(postFinding),
    ...named.flatMap((kind) =>
      (lists[kind]?.data ?? [])
        .filter(({ isLocked }) => !isLocked)
        .map(({ _id, title }) => ({ kind, path: `/${segments[kind]}/${_id}`, name: title })),
    ),
  ]
}
