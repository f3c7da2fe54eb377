import { defineEntity, p } from '@mikro-orm/core'

/** A person searched for a keyword on a day. The account or address is kept as a keyed hash. */
export const SearchKeyword = defineEntity({
  name: 'SearchKeyword',
  tableName: 'search_keyword',
  indexes: [{ properties: ['day', 'keyword'] }],
  properties: {
    keyword: p.string().length(60).primary(),
    day: p.date().primary(),
    searcher: p.string().length(32).primary(),
    count: p.integer().default(1),
  },
})
