import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ACTORS_MAX } from '@vesper/sync/vesper/records/notification.ts'
import type { Notice, NoticeEvent, NoticeObject } from '@vesper/sync/vesper/records/notification.ts'
import { useUnit } from 'effector-react'
import { $settings } from '../../core/settings/model.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { useBreakSentence } from './use-break-sentence.ts'

/** Says a notification in one sentence. Names are isolated, so that each keeps its own direction. */
export function useSentence(): (notice: Notice) => string {
  const { t } = useLingui()
  const who = useWho()
  const likes = useLikes()
  const comments = useComments()
  const events = useEvents()
  const money = useMoney()
  return (notice) => {
    const name = who(notice)
    switch (notice.kind) {
      case 'follow':
        return notice.event === null ? t`${name} started following you` : events(name, notice)
      case 'like':
        return likes(name, notice.objectType)
      case 'comment':
        return comments(name, notice.objectType)
      case 'reply':
        return t`${name} replied to you`
      case 'mention':
        return t`${name} mentioned you`
      case 'live':
        return t`${name} is live`
      case 'tip':
      case 'sale':
        return notice.event === null ? money(name, notice) : events(name, notice)
      default:
        // A newer server has kinds and events of its own: their text stands for itself.
        return notice.event ? events(name, notice) : notice.preview
    }
  }
}

/** The count of these is one of accounts. */
const COUNTS_PEOPLE: ReadonlySet<string> = new Set(['follow', 'like', 'sale', 'subscription'])

/** The accounts of a notification: the latest by name, the others by number where it is known. */
function useWho() {
  const { t } = useLingui()
  return ({ actors, kind, count }: Notice): string => {
    const [first, second] = actors.map(({ name }) => `\u2068${name}\u2069`)
    if (first === undefined) return t`Somebody`
    const people = COUNTS_PEOPLE.has(kind) ? Math.max(count, actors.length) : actors.length
    if (people <= 1 || second === undefined) {
      const others = people - 1
      return others > 0 ? t`${first} and ${plural(others, { one: '# other', other: '# others' })}` : first
    }
    if (people === 2) return t`${first} and ${second}`
    // Tips count themselves: only those who are named are known.
    if (!COUNTS_PEOPLE.has(kind) && people === ACTORS_MAX && count > people) return t`${first}, ${second} and others`
    const others = people - 2
    return t`${first}, ${second} and ${plural(others, { one: '# other', other: '# others' })}`
  }
}

function useLikes() {
  const { t } = useLingui()
  return (name: string, type: NoticeObject): string => {
    switch (type) {
      case 'feed':
        return t`${name} liked your post`
      case 'gallery':
        return t`${name} liked your gallery`
      case 'photo':
        return t`${name} liked your photo`
      case 'video':
        return t`${name} liked your video`
      case 'product':
        return t`${name} liked your product`
      case 'comment':
        return t`${name} liked your comment`
      default:
        return t`${name} liked something of yours`
    }
  }
}

function useComments() {
  const { t } = useLingui()
  return (name: string, type: NoticeObject): string => {
    switch (type) {
      case 'feed':
        return t`${name} commented on your post`
      case 'gallery':
        return t`${name} commented on your gallery`
      case 'photo':
        return t`${name} commented on your photo`
      case 'video':
        return t`${name} commented on your video`
      case 'product':
        return t`${name} commented on your product`
      default:
        return t`${name} commented on something of yours`
    }
  }
}

/** Tips and sales, with the tokens that all of them have brought. */
function useMoney() {
  const { t } = useLingui()
  return (name: string, { kind, objectType, count, tokens = 0 }: Notice): string => {
    const brought = t`${plural(tokens, { one: '# token', other: '# tokens' })}`
    if (kind === 'tip')
      return count > 1 ? t`${name} tipped you ${brought} in ${count} tips` : t`${name} tipped you ${brought}`
    switch (objectType) {
      case 'feed':
        return t`${name} bought your post: ${brought}`
      case 'gallery':
        return t`${name} bought your gallery: ${brought}`
      case 'video':
        return t`${name} bought your video: ${brought}`
      case 'message':
        return t`${name} bought your message: ${brought}`
      case 'stream':
        return t`${name} bought a ticket for your stream: ${brought}`
      default:
        return t`${name} bought something of yours: ${brought}`
    }
  }
}

/** The tokens and the money of cards that a notification brought; null for nothing, and while the currency is unknown. */
function useBrought() {
  const { t, i18n } = useLingui()
  const settings = useUnit($settings)
  return ({ tokens = 0, cents = 0 }: Pick<Notice, 'tokens' | 'cents'>): string | null => {
    const inTokens = tokens > 0 ? t`${plural(tokens, { one: '# token', other: '# tokens' })}` : null
    const money = cents > 0 && settings ? formatMoney(cents, settings.currency, i18n.locale) : null
    return inTokens !== null && money !== null ? t`${inTokens} and ${money}` : (inTokens ?? money)
  }
}

/** Money of subscriptions, orders and payouts, and what goes back, with the sum where it is known. */
function useSums() {
  const { t } = useLingui()
  const broughtBy = useBrought()
  return (name: string, notice: Notice): Readonly<Record<SumEvent, () => string>> => {
    const { tokens: paid = 0 } = notice
    const sum = broughtBy(notice)
    const isByCard = paid === 0 && sum !== null
    return {
      'payout-paid': () => (sum === null ? t`Your payout was sent` : t`Your payout of ${sum} was sent`),
      'order-paid': () =>
        sum === null ? t`${name} ordered from your shop` : t`${name} ordered from your shop: ${sum}`,
      subscribed: () => (sum === null ? t`${name} subscribed to you` : t`${name} subscribed to you: ${sum}`),
      renewed: () =>
        sum === null ? t`${name} renewed the subscription to you` : t`${name} renewed the subscription to you: ${sum}`,
      'sale-refunded': () =>
        isByCard
          ? t`${sum} of a sale were given back to the fan`
          : t`${plural(paid, {
              one: '# token of a sale was given back to the fan',
              other: '# tokens of a sale were given back to the fan',
            })}`,
      'sale-disputed': () =>
        isByCard
          ? t`A bank disputes a payment of ${sum}: your earnings are without it until it is decided`
          : t`${plural(paid, {
              one: 'A bank disputes a payment: # token of your earnings waits until it is decided',
              other: 'A bank disputes a payment: # tokens of your earnings wait until it is decided',
            })}`,
    }
  }
}

type SumEvent = 'payout-paid' | 'order-paid' | 'subscribed' | 'renewed' | 'sale-refunded' | 'sale-disputed'

function useEvents() {
  const { t } = useLingui()
  const sums = useSums()
  const breaks = useBreakSentence()
  return (name: string, notice: Notice): string => {
    const { event, preview } = notice
    const tokens = Number(preview) || 0
    const sentences: Readonly<Record<NoticeEvent, () => string>> & Partial<Readonly<Record<string, () => string>>> = {
      ...sums(name, notice),
      approved: () => t`Your application was approved. Your page is open to everybody.`,
      rejected: () => t`Your application was not approved`,
      refunded: () => t`You got back ${plural(tokens, { one: '# token', other: '# tokens' })}`,
      'gift-expiring': () =>
        t`${plural(tokens, {
          one: '# token that you were given ends in 7 days',
          other: '# tokens that you were given end in 7 days',
        })}`,
      'gift-expired': () =>
        t`${plural(tokens, {
          one: '# token that you were given has ended',
          other: '# tokens that you were given have ended',
        })}`,
      'payout-rejected': () => t`Your payout request was refused`,
      'order-processing': () => t`Your order is being prepared`,
      'order-shipped': () => t`Your order was sent`,
      'order-delivered': () => t`Your order was delivered`,
      'order-completed': () => t`An order is complete`,
      'order-canceled': () => t`An order was canceled`,
      'order-refund-requested': () => t`${name} asks for a refund`,
      'order-refunded': () => t`Your order was refunded`,
      'order-refund-refused': () => t`Your refund request was refused`,
      'show-requested': () => t`${name} asks for a private show`,
      'ticket-returned': () =>
        t`${plural(tokens, {
          one: 'Your ticket for a live stream was given back: # token is in your wallet again',
          other: 'Your ticket for a live stream was given back: # tokens are in your wallet again',
        })}`,
      'recording-failed': () => t`The recording of your stream could not be kept`,
      followers: () => t`${plural(tokens, { one: 'You have # follower', other: 'You have # followers' })}`,
      'renewal-failed': () => t`Your subscription to ${name} was not renewed. Open it to pay another way.`,
      'renewal-unpaid': () => t`The subscription of ${name} was not renewed: the payment failed`,
      'renewal-beyond-limit': () =>
        t`Your subscription to ${name} will not renew: it would pass a limit that you have set`,
      'broadcast-returned': () => t`Your message to many did not go out. Open it to see why.`,
      'subscription-ended': () => t`Your subscription to ${name} has ended`,
      'creator-paused': () => breaks(name, notice),
      'creator-resumed': () => breaks(name, notice),
    }
    const sentence = event === null ? undefined : sentences[event]
    return sentence ? sentence() : preview
  }
}

/** Their preview is a number of tokens, or the times of a pause. */
const IN_SENTENCE: ReadonlySet<NoticeEvent> = new Set([
  ...(['refunded', 'ticket-returned', 'gift-expiring', 'gift-expired', 'followers'] as const),
  ...(['creator-paused', 'creator-resumed'] as const),
])

/** The text below the sentence: what was written or the title of the thing, unless the sentence says it. */
export function previewOf({ event, preview }: Pick<Notice, 'event' | 'preview'>): string {
  return event !== null && IN_SENTENCE.has(event) ? '' : preview
}
