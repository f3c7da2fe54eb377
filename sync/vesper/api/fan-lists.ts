import * as v from 'valibot'
import { FAN_LIST_NAME_MAX, FanList, FanRule } from '../records/fan-list.ts'
import { FAN_NOTE_MAX, FanNote } from '../records/fan-note.ts'
import { listOf, listQuery, shown, storable, uuid, visible } from './fields.ts'

const id = v.pipe(uuid, v.toLowerCase())
/** Fans on a list that one call asks for by their ids. */
export const MEMBERS_ASKED_MAX = 50
const NO_NAME = 'Give the list a name.'

export const FanListName = v.pipe(
  v.string(NO_NAME),
  shown,
  v.trim(),
  visible(NO_NAME),
  v.maxLength(FAN_LIST_NAME_MAX, 'The name of a list has at most 60 characters.'),
  v.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'A name has no line breaks or control characters.'),
)

/** An empty text is no note. */
export const FanNoteText = v.pipe(
  v.string('Write a note.'),
  shown,
  v.trim(),
  v.maxLength(FAN_NOTE_MAX, 'A note has at most 2,000 characters.'),
  storable,
)

/** `POST /performer/lists`: a list with a rule is one by rule. */
export const NewFanList = v.object({ _id: id, name: FanListName, rule: v.optional(v.nullable(FanRule), null) })

/** `PUT /performer/lists/{id}`. */
export const FanListChanges = v.object({ name: v.optional(FanListName), rule: v.optional(FanRule) })

/** `count`: the fans on it now. */
export const CountedFanList = v.object({ ...FanList.entries, count: v.number() })
export const FanListsAnswer = listOf(CountedFanList)

/** `POST /performer/lists/{id}/members`. */
export const NewListMembers = v.object({
  userIds: v.pipe(v.array(id), v.minLength(1, 'Choose a fan.'), v.maxLength(100, 'Add at most 100 fans at once.')),
})

export const FanQuery = listQuery(['newest', 'spent', 'lastSeen', 'name'])

/** `GET /performer/lists/{id}/members`. `ids`: those alone of the fans on the list, by commas. */
export const MemberQuery = v.object({
  ...FanQuery.entries,
  ids: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
      v.array(id),
      v.maxLength(MEMBERS_ASKED_MAX, 'Ask for at most 50 fans at once.'),
    ),
  ),
})

/** A fan for the creator. Times that are not known or never were are null. */
export const Fan = v.object({
  _id: v.string(),
  name: v.string(),
  username: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  isFollower: v.boolean(),
  /** Tokens in the latest 90 days, or in the days of the list's rule; payments by card are counted at the worth of a token. */
  spent: v.number(),
  /** The end of the paid or given access; null without one now. */
  subscribedUntil: v.nullable(v.string()),
  /** The day of the latest activity, YYYY-MM-DD in UTC. */
  lastSeenOn: v.nullable(v.string()),
  fanSince: v.string(),
})
export const FanPage = listOf(Fan)

/** `PUT /performer/fans/{userId}/note`; `base` is the text that was seen. */
export const FanNoteBody = v.object({ text: FanNoteText, base: v.optional(FanNoteText) })
export const FanNoteAnswer = v.object({ note: v.nullable(FanNote) })

export type CountedFanList = v.InferOutput<typeof CountedFanList>
export type Fan = v.InferOutput<typeof Fan>
