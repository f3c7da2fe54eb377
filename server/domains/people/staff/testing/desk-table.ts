import type { Permission } from '@vesper/sync/vesper/api/staff.ts'

/** A call of the desk, with the permission that opens it. `{name}` is a thing of the test, `{new}` another id each time. */
export type DeskRow = readonly [
  target: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /desk/${string}`,
  needs: Permission,
  given?: {
    /** The answer to staff who may, in a session that has just stepped up; 200 unless told. */
    status?: number
    body?: unknown
    /** The call asks for a step-up of its own. */
    isFresh?: true
  },
]

const decided = { _id: '{new}', kind: 'none', ground: 'terms', clause: 'other', facts: 'As the test says.' }
const appeal = { _id: '{new}', outcome: 'upheld', answer: 'As the test says.' }
const coupon = {
  ...{ code: 'DESK-TEST', kinds: ['product'], percent: 10, off: null, minimum: 0, uses: null, usesEach: 1 },
  ...{ creator: 'nobody.here', from: null, until: null },
}
const promo = {
  ...{ title: 'New', text: '', link: null, position: 'home', audience: 'everybody', state: 'draft' },
  ...{ from: null, until: null },
}
const category = { code: 'art', en: 'Arts', ar: null, isHidden: false, mergedInto: null }
const words = { reason: 'As the test says.' }

export const deskTable: readonly DeskRow[] = [
  ['GET /desk/me', 'desk.enter'],
  ['GET /desk/staff', 'staff.manage'],
  [
    'POST /desk/staff',
    'staff.manage',
    { body: { _id: '{new}', username: '{fan}', role: 'support', ...words }, isFresh: true },
  ],
  ['POST /desk/staff/{new}/revoke', 'staff.manage', { body: { _id: '{new}', ...words }, status: 404, isFresh: true }],
  ['GET /desk/approvals', 'desk.enter'],
  [
    'POST /desk/approvals',
    'desk.enter',
    { body: { _id: '{new}', kind: 'no.such', payload: {}, ...words }, status: 404, isFresh: true },
  ],
  ['POST /desk/approvals/{new}/execute', 'desk.enter', { status: 404, isFresh: true }],
  ['POST /desk/approvals/{new}/refuse', 'desk.enter', { body: words, status: 404 }],
  ['GET /desk/cases', 'content.read'],
  ['GET /desk/cases/{new}', 'content.read', { status: 404 }],
  ['GET /desk/creators', 'users.read'],
  ['GET /desk/creators/{new}', 'users.read', { status: 404 }],
  [
    'POST /desk/creators/{new}/review',
    'creators.review',
    { body: { _id: '{new}', version: 'x', decision: 'approve' }, status: 404 },
  ],
  ['GET /desk/documents/{new}', 'creators.review', { status: 404, isFresh: true }],
  ['GET /desk/content', 'content.read'],
  ['GET /desk/bulk', 'cases.decide'],
  [
    'POST /desk/bulk/preview',
    'cases.decide',
    { body: { _id: '{new}', action: 'none', caseIds: ['{new}'], clause: 'spam', facts: 'As the test says.' } },
  ],
  ['POST /desk/bulk/{new}/run', 'cases.decide', { status: 404 }],
  ['POST /desk/bulk/{new}/undo', 'cases.decide', { status: 404 }],
  ['GET /desk/users', 'users.read'],
  ['GET /desk/users/{new}', 'users.read', { status: 404 }],
  [
    'POST /desk/users/{new}/factor-reset',
    'users.access',
    { body: { _id: '{new}', ...words }, status: 404, isFresh: true },
  ],
  ['POST /desk/users/{new}/sessions/end', 'users.access', { body: { _id: '{new}', ...words }, status: 404 }],
  [
    'POST /desk/users/{new}/email',
    'users.access',
    { body: { _id: '{new}', email: 'new@desk.test', ...words }, status: 404, isFresh: true },
  ],
  ['GET /desk/users/{new}/seen/{new}', 'users.read', { status: 400 }],
  ['POST /desk/users/{new}/note', 'users.read', { body: { _id: '{new}', text: 'A note' }, status: 404 }],
  ['POST /desk/cases/{new}/claim', 'cases.decide', { status: 404 }],
  ['POST /desk/cases/{new}/note', 'cases.decide', { body: { _id: '{new}', text: 'Look' }, status: 404 }],
  ['POST /desk/cases/{new}/decide', 'cases.decide', { body: { version: 0, ...decided }, status: 404 }],
  ['POST /desk/cases/{new}/merge', 'cases.decide', { body: { _id: '{new}', into: '{new}' }, status: 404 }],
  ['POST /desk/cases/{new}/close', 'cases.decide', { body: { _id: '{new}', version: 0 }, status: 404 }],
  ['POST /desk/appeals/{new}/decide', 'appeals.decide', { body: appeal, status: 404 }],
  ['POST /desk/things/{new}/{new}/decide', 'cases.decide', { body: decided, status: 400 }],
  ['GET /desk/audit', 'audit.read'],
  ['GET /desk/audit/verify', 'audit.read'],
  ['GET /desk/overview', 'desk.enter'],
  ['GET /desk/jobs', 'jobs.act'],
  ['POST /desk/jobs/{new}/wake', 'jobs.act', { status: 404 }],
  ['POST /desk/jobs/{new}/retry', 'jobs.act', { status: 404, isFresh: true }],
  ['POST /desk/jobs/{new}/discard', 'jobs.act', { status: 404, isFresh: true }],
  ['GET /desk/settings', 'site.settings'],
  ['PUT /desk/settings/{new}', 'site.settings', { body: { version: 0, value: true }, status: 404, isFresh: true }],
  ['GET /desk/mails', 'site.texts'],
  ['GET /desk/mails/{mail}', 'site.texts'],
  [
    'PUT /desk/mails/{mail}/{language}',
    'site.texts',
    { body: { version: 0, subject: 'S', text: 'No link' }, status: 400 },
  ],
  ['POST /desk/mails/{mail}/{language}/restore', 'site.texts', { body: { version: 0 } }],
  [
    'POST /desk/mails/{mail}/{language}/test',
    'site.texts',
    { body: { _id: '{new}', subject: 'S', text: 'Here: {link}' } },
  ],
  ['GET /desk/pages', 'site.texts'],
  // No language has such a name.
  ['GET /desk/pages/{new}/{new}', 'site.texts', { status: 400 }],
  ['PUT /desk/pages/{new}/{new}', 'site.texts', { body: { version: 'new' }, status: 400 }],
  ['POST /desk/pages/{new}/{new}/restore', 'site.texts', { body: { version: 'new' }, status: 400 }],
  ['POST /desk/pages/{new}/{new}/discard', 'site.texts', { body: { version: 'new' }, status: 400 }],
  ['DELETE /desk/pages/{new}/{new}', 'site.texts', { status: 400 }],
  ['GET /desk/promos', 'site.texts'],
  ['POST /desk/promos', 'site.texts', { body: { _id: '{new}', ...promo } }],
  ['POST /desk/promos/order', 'site.texts', { body: { seen: ['{new}'], ids: ['{new}'] }, status: 409 }],
  ['PUT /desk/promos/{new}', 'site.texts', { body: { version: 1, ...promo }, status: 404 }],
  ['DELETE /desk/promos/{new}?version=1', 'site.texts', { status: 404 }],
  ['POST /desk/promos/{new}/picture?version=1', 'site.texts', { status: 415 }],
  ['DELETE /desk/promos/{new}/picture?version=1', 'site.texts', { status: 404 }],
  ['GET /desk/categories', 'site.texts'],
  ['PUT /desk/categories', 'site.texts', { body: { version: 99, categories: [category] }, status: 409 }],
  ['POST /desk/audit/export', 'audit.read', { isFresh: true }],
  ['GET /desk/audit/part', 'audit.read', { isFresh: true }],
  ['GET /desk/payouts', 'payouts.decide'],
  ...(['approve', 'reject', 'paid', 'failed'] as const).map((decision): DeskRow => [
    `POST /desk/payouts/{new}/${decision}`,
    'payouts.decide',
    { body: { _id: '{new}', state: 'pending', amount: 100, ...words }, status: 404, isFresh: true },
  ]),
  ['GET /desk/disputes', 'disputes.answer'],
  ['GET /desk/disputes/{new}', 'disputes.answer', { status: 404 }],
  [
    'POST /desk/disputes/{new}/answer',
    'disputes.answer',
    { body: { _id: '{new}', version: 0, text: 'As the test says.', parts: [] }, status: 404, isFresh: true },
  ],
  [
    'POST /desk/disputes/{new}/accept',
    'disputes.answer',
    { body: { _id: '{new}', version: 0, ...words }, status: 404, isFresh: true },
  ],
  ['GET /desk/charges', 'refunds.make'],
  [
    'POST /desk/charges/{new}/refund',
    'refunds.make',
    { body: { _id: '{new}', count: 1, refunded: 0, ...words }, status: 404, isFresh: true },
  ],
  [
    'POST /desk/tokens',
    'tokens.grant',
    { body: { _id: '{new}', username: 'nobody.here', tokens: 5, ...words }, status: 404, isFresh: true },
  ],
  ['GET /desk/transparency?from=2026-01-01&to=2026-02-01', 'cases.decide'],
  ['GET /desk/coupons', 'coupons.edit'],
  ['POST /desk/coupons', 'coupons.edit', { body: { _id: '{new}', ...coupon }, status: 404, isFresh: true }],
  ['PUT /desk/coupons/{new}', 'coupons.edit', { body: { isOn: false }, status: 404, isFresh: true }],
  [
    'PUT /desk/coupons/{new}/terms',
    'coupons.edit',
    { body: { uses: 1, until: null, seen: { uses: null, until: null } }, status: 404, isFresh: true },
  ],
  ['DELETE /desk/coupons/{new}', 'coupons.edit', { status: 404, isFresh: true }],
  ['GET /desk/packages', 'coupons.edit'],
  [
    'PUT /desk/packages/{new}',
    'coupons.edit',
    { body: { version: 99, name: 'Odd', tokens: 7, bonus: 0 }, status: 409, isFresh: true },
  ],
  ['DELETE /desk/packages/{new}', 'coupons.edit', { status: 404, isFresh: true }],
]
