import { t } from '@lingui/core/macro'
import { FigureList } from '@vesper/sync/vesper/api/statistics.ts'
import type { ThingFigures } from '@vesper/sync/vesper/api/statistics.ts'
import { viewSources } from '@vesper/sync/vesper/api/view-sources.ts'
import type { ViewSource } from '@vesper/sync/vesper/api/view-sources.ts'
import { callApi } from '../../core/api/api.ts'
import { csvOf } from '../../core/media/csv-of.ts'
import { saveFile } from '../../core/media/download-blob.ts'

const PAGE = 1000

type SourceNames = Readonly<Record<ViewSource, string>>

/** Reads the figures of a whole range, and saves them as a table. Rejects as `callApi` does. */
export async function exportFigures(query: Record<string, string>, sourceNames: SourceNames): Promise<void> {
  const all = new Map<string, ThingFigures>()
  for (let current = 1; ; current += 1) {
    const page = { ...query, sortBy: 'publishedAt', sort: 'asc', current, pageSize: PAGE }
    const { data } = await callApi({ path: '/performer/statistics/posts', query: page, answer: FigureList })
    for (const each of data) all.set(each._id, each)
    if (data.length < PAGE) break
  }
  const csv = figuresCsv([...all.values()], sourceNames)
  saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), 'vesper-figures.csv')
}

/** The beginnings of the addresses of things. */
const PAGES: Record<ThingFigures['kind'], string> = {
  ...{ feed: '/posts', gallery: '/galleries' },
  ...{ video: '/videos', product: '/products' },
}

/** One row for each thing, with the path of its page; `conversion` is a part of 1, and empty where there is none. */
export function figuresCsv(figures: readonly ThingFigures[], sourceNames: SourceNames): string {
  const head = [
    ...[t`Published`, t`Title`, t`Address`, t`Views`, t`Likes`, t`Comments`, t`Sales`, t`Tokens`, t`Conversion`],
    ...viewSources.map((source) => {
      const name = sourceNames[source]
      return t`Views: ${name}`
    }),
  ]
  return csvOf([
    head,
    ...figures.map(({ publishedAt, title, _id, kind, views, likes, comments, sales, tokens, conversion, sources }) => [
      ...[publishedAt, title, `${PAGES[kind]}/${_id}`, views, likes, comments, sales, tokens, conversion ?? ''],
      ...viewSources.map((source) => sources[source] ?? 0),
    ]),
  ])
}
