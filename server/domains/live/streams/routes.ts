import {
  DurationAnswer,
  DurationBody,
  GoLiveBody,
  JoinAnswer,
  JoinParams,
  LiveAnswer,
  RtcToken,
  StreamList,
  StreamQuery,
  StreamSettings as SettingsView,
  StreamSettingsBody,
  TokenBody,
} from '@vesper/sync/vesper/api/live-streams.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { changeSettings } from './change-settings.ts'
import { noStream } from './commands.ts'
import { doorOf, seatOf } from './door.ts'
import { Stream, StreamSettings } from './entity.ts'
import { goLive } from './go-live.ts'
import { ownRooms, secondsOf } from './own-rooms.ts'
import { ownView } from './own-view.ts'
import { findStream, liveStreams } from './queries.ts'
import { priceAt, requireEntry } from './require-entry.ts'
import { settingsView, streamView } from './views.ts'

const tag = 'Streaming'
const writes: Limit[] = [{ points: 60, seconds: 60, by: 'account' }]
const reads: Limit[] = [{ points: 240, seconds: 60, by: 'account' }]
/** A stream begins rarely; its name is typed. */
const begins: Limit[] = [{ points: 10, seconds: 60, by: 'account' }]

const settingsRoute = route({
  method: 'GET',
  path: '/streaming/settings',
  who: 'performer',
  limits: reads,
  tag,
  summary: 'How the next stream begins, and the prices of shows',
  answer: SettingsView,
  async handle({ app, actor: { userId: performerId } }) {
    // The studio asks when it opens.
    app.rtc.warmUp()
    return settingsView(await app.orm.em.fork().findOne(StreamSettings, { performerId }))
  },
})

const updateRoute = route({
  method: 'PUT',
  path: '/streaming/update',
  who: 'performer',
  limits: writes,
  tag,
  summary: 'Change how the next stream begins: only the fields given',
  body: StreamSettingsBody,
  answer: SettingsView,
  async handle({ app, actor, body }) {
    return settingsView(await transact(app, actor, (tx) => changeSettings(tx, body)))
  },
})

const liveRoute = route({
  method: 'POST',
  path: '/streaming/live',
  who: 'performer',
  limits: begins,
  tag,
  summary: 'Go live; the same `_id` again is the same stream',
  body: GoLiveBody,
  answer: LiveAnswer,
  status: 201,
  async handle({ app, actor, body, foundAgain }) {
    const { stream, isNew } = await transact(app, actor, (tx) => goLive(tx, body))
    if (!isNew) foundAgain()
    return { stream: await ownView(app, stream), conversationId: stream.id, rtc: app.rtc.name }
  },
})

const durationRoute = route({
  method: 'PUT',
  path: '/streaming/set-duration',
  who: 'performer',
  limits: writes,
  tag,
  summary: 'Ask how long a stream has lasted by the clock of the server; the number that is sent is only noted',
  body: DurationBody,
  answer: DurationAnswer,
  async handle({ app, actor, body: { streamId: id, duration } }) {
    const stream = await app.orm.em.fork().findOne(Stream, { id, performerId: actor.userId })
    if (!stream) throw noStream()
    const room = ownRooms(app).get(id)
    const { status, viewers } = room ? { status: room.clock.status, viewers: room.viewers } : stream
    const seconds = Math.max(stream.seconds, room ? secondsOf(room) : 0)
    app.log.debug({ stream: id, duration, seconds }, 'the app of a creator told the duration of a stream')
    return { seconds, viewers, status }
  },
})

const joinRoute = route({
  method: 'GET',
  path: '/streaming/join/{id}',
  who: 'any',
  limits: reads,
  tag,
  summary: 'A stream by its id, or by the id or the username of its creator, and what it takes to watch it',
  params: JoinParams,
  answer: JoinAnswer,
  async handle({ app, viewer, params: { id } }) {
    const em = app.orm.em.fork()
    const found = await findStream(em, id, viewer)
    const entry = found && (await doorOf({ app, em }, { ...viewer, now: app.clock() }, found.stream))
    if (!entry) throw noStream()
    const { stream, performer } = found
    return {
      stream: streamView(stream, { performer, viewerId: viewer.userId }),
      conversationId: stream.id,
      access: entry.door,
      price: priceAt(entry.door, stream),
      rtc: app.rtc.name,
      showId: await seatOf(em, viewer.userId, stream),
    }
  },
})

const tokenRoute = route({
  method: 'POST',
  path: '/streaming/{rtc}/token',
  who: 'user',
  limits: writes,
  tag,
  summary: 'The right to connect with the media engine once, within a minute',
  params: v.object({ rtc: v.pipe(v.string(), v.maxLength(20)) }),
  body: TokenBody,
  answer: RtcToken,
  async handle({ app, actor: { userId, sessionId }, params: { rtc }, body: { streamId: id, role } }) {
    const em = app.orm.em.fork()
    const engine = app.rtc
    const stream = rtc === engine.name ? await em.findOne(Stream, { id }) : null
    if (!stream) throw noStream()
    await requireEntry({ app, em }, stream, { userId, role })
    return engine.token({ room: id, role, userId, sessionId })
  },
})

const searchRoute = route({
  method: 'GET',
  path: '/streaming/user/search',
  who: 'any',
  limits: reads,
  tag,
  summary: 'The streams with picture right now; private shows are not among them',
  query: StreamQuery,
  answer: StreamList,
  async handle({ app, viewer, query }) {
    const { streams, total } = await liveStreams(app.orm.em.fork(), viewer, query)
    const data = streams.map(({ stream, performer }) => streamView(stream, { performer, viewerId: viewer.userId }))
    return { data, total }
  },
})

export const streamRoutes: Route[] = [
  settingsRoute,
  updateRoute,
  liveRoute,
  durationRoute,
  joinRoute,
  tokenRoute,
  searchRoute,
]
