import { ALL_LIST_MEMBERS_MAX, FAN_LISTS_MAX } from '@vesper/sync/vesper/records/fan-list.ts'
import { FAN_NOTES_MAX } from '@vesper/sync/vesper/records/fan-note.ts'
import { domain, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { onFanList } from './audience-sql.ts'
import { addToFanList, removeFanList, saveFanList, takeFromFanList } from './commands.ts'
import { FanList, FanListMember, FanNote } from './entity.ts'
import { listRoutes } from './routes.ts'
import { saveFanNote } from './save-fan-note.ts'
import {
  fanListMembers,
  fanLists,
  fanNotes,
  placesThatShowFans,
  recordFanList,
  recordFanListMember,
  recordFanNote,
} from './synced.ts'

const limit = { points: 600, seconds: 600 }

/** Lists of fans, by hand and by rule, and notes on fans: for the eyes of their creator alone. */
export const lists = domain({
  name: 'lists',
  entities: [
    synced(FanList, recordFanList),
    synced(FanListMember, recordFanListMember),
    synced(FanNote, recordFanNote),
  ],
  reads: [
    'charge',
    'conversation_member',
    'entitlement',
    'follow',
    'membership',
    'order',
    'order_line',
    'session',
    'setting',
    'user',
  ],
  routes: listRoutes,
  collections: [fanLists, fanListMembers, fanNotes],
  derived: placesThatShowFans,
  ownRows: [
    { ...count('fan_list'), params: ['viewer', FAN_LISTS_MAX] },
    { ...count('fan_list_member'), params: ['viewer', ALL_LIST_MEMBERS_MAX] },
    { ...count('fan_note'), params: ['viewer', FAN_NOTES_MAX] },
  ],
  onFanList,
  mutations: {
    'fan-list.save': { run: saveFanList, spaces: ownSpace, limit },
    'fan-list.remove': { run: removeFanList, spaces: ownSpace, limit },
    'fan-list.add': { run: addToFanList, spaces: ownSpace, limit: { points: 3000, seconds: 600 } },
    'fan-list.take': { run: takeFromFanList, spaces: ownSpace, limit: { points: 3000, seconds: 600 } },
    'fan-note.save': { run: saveFanNote, spaces: ownSpace, limit },
  },
})

function count(table: 'fan_list' | 'fan_list_member' | 'fan_note') {
  return { sql: `select count(*)::int from (select from ${table} where performer_id = ? limit ?) as own` }
}
