import * as v from 'valibot'
import { listOf, listQuery, queryChoice, queryInteger } from './fields.ts'

/** Days that `GET /performer/statistics` covers, the current one included. */
export const STATISTICS_DAYS = 28

/** One day in UTC. `followers` at its end; `views` and `likes` that came in it, likes taken back subtracted, never below 0. */
export const StatisticsDay = v.object({
  /** YYYY-MM-DD. */
  day: v.string(),
  followers: v.number(),
  views: v.number(),
  likes: v.number(),
})

/** The statistics of the own page, the oldest day first; the last day is today, counted up to now. */
export const Statistics = v.object({ days: v.array(StatisticsDay) })

export type StatisticsDay = v.InferOutput<typeof StatisticsDay>
export type Statistics = v.InferOutput<typeof Statistics>

/** Kinds of things that `GET /performer/statistics/posts` counts. */
export const figureKinds = ['feed', 'gallery', 'video', 'product'] as const
export const figureRanges = ['7', '28', '90', 'all'] as const
export const figureSorts = ['publishedAt', 'views', 'likes', 'comments', 'sales', 'tokens'] as const

/** `range`: so many days in UTC, the current one included, or all of the time. */
export const FiguresQuery = v.object({
  ...v.omit(listQuery(figureSorts), ['q', 'pageSize']).entries,
  pageSize: queryInteger(25, 1, 1000),
  kind: v.optional(queryChoice(figureKinds), 'feed'),
  range: v.optional(queryChoice(figureRanges), '28'),
})

/** The figures of one thing in a range. Sales count on their day, less what has been given back of them since. */
export const ThingFigures = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  kind: v.picklist(figureKinds),
  /** The title, or the beginning of the text. */
  title: v.string(),
  status: v.picklist(['published', 'active', 'archived', 'hidden']),
  access: v.picklist(['public', 'followers', 'subscribers', 'paid']),
  publishedAt: v.string(),
  views: v.number(),
  likes: v.number(),
  comments: v.number(),
  /** Purchases of which something is left, and the tokens that are left of them; for products with their shipping. */
  sales: v.number(),
  tokens: v.number(),
  /**
   * Purchases for each view while it was locked at a price, 1 at most; null without such views. A product is never locked:
   * all of its views count.
   */
  conversion: v.nullable(v.number()),
  /** Views by place; a place without views is left out. */
  sources: v.record(v.string(), v.number()),
})
export const FigureList = listOf(ThingFigures)

export type FigureKind = (typeof figureKinds)[number]
export type FigureRange = (typeof figureRanges)[number]
export type ThingFigures = v.InferOutput<typeof ThingFigures>
