import type { Restriction } from '@vesper/sync/vesper/api/cases.ts'

/*
 * A command is named by its mutation, its call (`POST /comments`), its event of a socket or its job.
 *
 *   publish, message, comment   keep the account that acts from it, or that a job acts for
 *   sell                        keeps buyers from it, and the creator from new offers of the same kind
 *
 * Calls of the desk are acts of staff, calls by GET change nothing of these kinds, and most uploads wait until something
 * shows them.
 */

/** Reports are never stopped: those of a restricted account wait last. */
const STOPPED_BY: Readonly<Record<Exclude<Restriction, 'report'>, readonly string[]>> = {
  publish: [
    ...['post.publish', 'post.update', 'draft.publish', 'asset.save', 'photo.add', 'posts.publish-due'],
    ...['POST /performer/feeds', 'PUT /performer/feeds/{id}', 'POST /performer/drafts/{id}/publish'],
    ...['POST /performer/performer-assets/galleries', 'PUT /performer/performer-assets/galleries/{id}'],
    ...['POST /performer/performer-assets/photos/upload', 'PUT /performer/performer-assets/photos/{id}'],
    ...['POST /performer/performer-assets/videos/upload', 'PUT /performer/performer-assets/videos/edit/{id}'],
    ...['POST /performer/performer-assets/products', 'PUT /performer/performer-assets/products/{id}'],
    ...['POST /streaming/live', 'show:request', 'show:accept'],
    // These show at once. The last one takes files for them, too.
    ...['POST /users/avatar/upload', 'POST /users/{id}/avatar/upload', 'POST /performers/avatar/upload'],
    ...['POST /performers/cover/upload', 'POST /performers/welcome-video/upload', 'POST /files/part'],
  ],
  message: [
    ...['message.send', 'message.edit', 'POST /messages/conversations/{id}', 'POST /wallet/charges/tip/{id}'],
    ...['POST /performer/broadcasts/{id}/send', 'PUT /performer/welcomes/{trigger}', 'broadcasts.send-due'],
    // The fan follows, and is not greeted.
    ...['follow.set', 'POST /follows/{id}'],
  ],
  comment: [
    ...['comment.add', 'comment.edit', 'POST /comments', 'PUT /comments/{id}'],
    ...['chat:send', 'POST /messages/stream/{id}', 'POST /wallet/charges/tip/{id}'],
  ],
  sell: [
    ...['POST /orders', 'POST /wallet/charges/product/{id}', 'POST /wallet/charges/tip/{id}'],
    ...['POST /wallet/charges/feed/{id}', 'POST /wallet/charges/gallery/{id}', 'POST /wallet/charges/video/{id}'],
    ...['POST /wallet/charges/message/{id}', 'POST /wallet/charges/stream/{id}'],
    ...['POST /payment/subscribe/performers', 'POST /join/{code}', 'subscriptions.renew'],
    ...['show:request', 'show:accept', 'show:seat', 'POST /streaming/live', 'POST /performer/offers'],
    ...['asset.save', 'POST /performer/performer-assets/products', 'PUT /performer/performer-assets/products/{id}'],
    // They may have a price.
    ...['message.send', 'POST /messages/conversations/{id}'],
    ...['POST /performer/broadcasts/{id}/send', 'PUT /performer/welcomes/{trigger}', 'broadcasts.send-due'],
  ],
}

/** The account, what it has, and what it reads. */
const OWN_AFFAIRS = [
  ...['subscription.cancel', 'subscription.resume', 'block.set', 'fan-list.save', 'fan-list.remove', 'fan-list.add'],
  ...['fan-list.take', 'fan-note.save', 'broadcast.save', 'broadcast.discard', 'notification.read-all', 'asset.remove'],
  ...['post.remove', 'draft.save', 'draft.discard', 'order.received', 'cart.set', 'cart.clear', 'address.save'],
  ...['address.remove', 'conversation.mute-many', 'message.delete', 'conversation.read-all', 'comment.remove'],
  ...['performer.update', 'pause.plan', 'pause.end', 'preferences.update', 'profile.update'],
  ...['POST /auth/login', 'POST /auth/login-link', 'POST /auth/users/register', 'POST /auth/email-verification'],
  ...['POST /auth/email-undo', 'POST /auth/not-me', 'POST /auth/users/forgot', 'POST /auth/logout'],
  ...['DELETE /auth/users/me/sessions/{id}', 'DELETE /auth/users/me/sessions', 'PUT /auth/users/me/sessions/{id}'],
  ...['POST /auth/device/wiped', 'PUT /auth/users/me/password', 'PUT /users', 'DELETE /users/avatar'],
  ...['DELETE /performers/cover', 'POST /auth/google/login', 'POST /auth/google/token', 'POST /auth/twitter/login'],
  ...['POST /auth/twitter/callback', 'DELETE /auth/users/me/identities/{id}', 'POST /auth/users/me/identities/google'],
  ...['POST /auth/users/me/identities/twitter', 'POST /auth/second-factor', 'POST /auth/step-up', 'POST /auth/totp'],
  ...['POST /auth/totp/confirm', 'DELETE /auth/totp', 'POST /auth/recovery-codes', 'POST /auth/passkeys/options'],
  ...['POST /auth/passkeys/login', 'POST /auth/passkeys', 'PUT /auth/passkeys/{id}', 'DELETE /auth/passkeys/{id}'],
  ...['POST /auth/factor-reset', 'POST /auth/users/me/factor-reset/stop'],
  ...['PUT /users/me/preferences', 'POST /auth/performers/register', 'POST /performers/documents/upload'],
  ...['POST /performers/documents/upload/{id}', 'DELETE /performers/welcome-video', 'PUT /performers/{id}'],
  ...['DELETE /follows/{id}', 'POST /block/users', 'DELETE /block/users/{id}', 'POST /block/countries'],
  ...[
    'POST /addresses/create',
    'PUT /addresses/{id}',
    'DELETE /addresses/{id}',
    'POST /messages/read-all/{conversationId}',
  ],
  ...['POST /notifications/read-all', 'POST /push/subscriptions', 'DELETE /push/subscriptions/{id}', 'POST /sync'],
  ...['POST /performer/lists', 'PUT /performer/lists/{id}', 'DELETE /performer/lists/{id}'],
  ...['POST /performer/lists/{id}/members', 'DELETE /performer/lists/{id}/members/{userId}'],
  ...['PUT /performer/fans/{userId}/note', 'PUT /performer/drafts/{id}', 'DELETE /performer/drafts/{id}'],
  ...['POST /performer/feeds/polls', 'PUT /performer/broadcasts/{id}', 'DELETE /performer/broadcasts/{id}'],
  ...['POST /performer/broadcasts/preview', 'PUT /streaming/update', 'PUT /tip-menu', 'PUT /streaming/set-duration'],
]

/** Opinions and requests that nobody reads as the words of the account, and words to staff. */
const UNSTOPPED_SIGNS = [
  ...['reaction.set', 'vote.set', 'message.react', 'conversation.open', 'POST /reactions', 'DELETE /reactions'],
  ...['POST /user/feeds/vote/{id}', 'POST /conversations', 'POST /reports', 'POST /reports/visitor'],
  ...['POST /decisions/{id}/appeal', 'POST /contact', 'POST /re-captcha/verify', 'POST /settings/keys'],
  ...['POST /search/keywords', 'POST /performer-assets/views', 'POST /user/feeds/views'],
]

/** Anything that was sold or begun goes on, ends or is taken back; money goes where it belongs. */
const BEGUN_BEFORE = [
  ...['order.process', 'order.ship', 'order.note', 'PUT /orders/{id}/update', 'POST /orders/{id}/cancel'],
  ...['PUT /orders/{id}/update/delivery-address', 'POST /orders/{id}/received', 'POST /orders/{id}/refund-request'],
  ...['DELETE /performer/performer-assets/galleries/{id}', 'DELETE /performer/performer-assets/photos/{id}'],
  ...['POST /performer/performer-assets/photos/set-cover/{id}', 'DELETE /performer/performer-assets/products/{id}'],
  ...['DELETE /performer/performer-assets/videos/remove-file/{id}', 'DELETE /performer/performer-assets/videos/{id}'],
  ...['DELETE /performer/feeds/{id}', 'DELETE /messages/{id}', 'DELETE /comments/{id}', 'PUT /user/budget'],
  ...['POST /payment/wallet/top-up', 'POST /stripe/cards', 'POST /stripe/confirm-registration'],
  ...['DELETE /payment-cards/{id}', 'PUT /payment-cards/{id}/default', 'POST /coupons/{code}/apply-coupon'],
  ...['POST /payment/stripe/cancel-subscription/{id}', 'PUT /subscriptions/{id}/card', 'PUT /performer/offers/{id}'],
  ...['DELETE /performer/offers/{id}', 'POST /payout-requests/calculate', 'POST /payout-requests'],
  ...['PUT /payout-requests/{id}', 'POST /stripe/accounts', 'PUT /performers/{id}/banking-settings'],
  ...['PUT /performers/{id}/payment-gateway-settings', 'POST /streaming/{rtc}/token', 'PUT /streaming/live/{id}'],
  ...['PUT /streaming/live/{id}/recording', 'DELETE /messages/stream/{id}/remove-all-message'],
  ...['PUT /conversations/stream/{id}/update', 'POST /performer/broadcasts/{id}/take-back'],
  ...['POST /performer/broadcasts/{id}/stop', 'POST /performer/broadcasts/{id}/unsend', 'show:end', 'show:decline'],
  ...['show:cancel', 'rtc:offer', 'rtc:leave', 'rtc:video', 'stream:join', 'stream:leave', 'chat:moderate'],
]

const UPLOADS = [
  ...['POST /messages/private/file', 'POST /messages/private/file/video', 'POST /messages/public/file/photo'],
  ...['POST /messages/private/file/part', 'POST /files/viewable', 'PUT /performer/files/{id}/tags'],
  'DELETE /performer/files/{id}',
  ...['POST /performer/feeds/photo/upload', 'POST /performer/feeds/video/upload', 'POST /performer/feeds/audio/upload'],
  ...['POST /performer/feeds/thumbnail/upload', 'POST /performer/feeds/teaser/upload'],
]

const STOPS = byCommand()

/** Every restriction that stops a command; none for one that stays free, and null for one that nobody has classified. */
export function restrictionsOf(command: string): readonly Restriction[] | null {
  return STOPS.get(command) ?? null
}

/** The commands that at least one restriction stops. */
export function stoppedCommands(): string[] {
  return [...STOPS].filter(([, stops]) => stops.length > 0).map(([command]) => command)
}

function byCommand(): ReadonlyMap<string, readonly Restriction[]> {
  const stops = new Map<string, Restriction[]>()
  for (const command of [...OWN_AFFAIRS, ...UNSTOPPED_SIGNS, ...BEGUN_BEFORE, ...UPLOADS]) stops.set(command, [])
  for (const [restriction, commands] of Object.entries(STOPPED_BY) as [Restriction, readonly string[]][])
    for (const command of commands) stops.set(command, [...(stops.get(command) ?? []), restriction])
  return stops
}
