import { describe, expect, test } from 'vitest'
import { borderCrossed, misplaced } from './borders.ts'

describe('between workspaces', () => {
  test.each([
    ['sync/engine/sync-client.ts', '../../client/core/api/api.ts'],
    ['sync/engine/sync-client.ts', '@vesper/server/app.ts'],
    ['sync/engine/sync-client.ts', '../../tools/run.ts'],
    ['sync/bench/browser.ts', '../../client/core/api/api.ts'],
    ['sync/examples/shopping-list/page.ts', '../../../client/core/api/api.ts'],
    ['sync/engine/core/lanes.test.ts', '../../../server/context.ts'],
    ['server/app.ts', '../client/core/api/api.ts'],
    ['server/app.ts', '../tools/run.ts'],
    ['client/core/api/api.ts', '../../../server/context.ts'],
    ['client/core/api/api.ts', '@vesper/server/app.ts'],
    ['client/core/api/api.ts', '../../../tools/run.ts'],
    ['client/e2e/story.e2e.ts', '../../server/main.ts'],
  ])('%s may not import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toMatch(/client → sync ← server/)
  })

  test.each([
    ['server/app.ts', '@vesper/sync/vesper/records/message.ts'],
    ['client/core/api/api.ts', '@vesper/sync/vesper/api/auth.ts'],
    ['client/e2e/fixtures/browser.ts', '../../../tools/find-chromium.ts'],
    ['client/playwright.config.ts', '../tools/find-chromium.ts'],
    ['tools/bench.ts', '../server/main.ts'],
    ['sync/bench/browser.ts', '../../tools/find-chromium.ts'],
    ['server/app.ts', 'pino'],
  ])('%s may import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toBeNull()
  })
})

describe('within sync', () => {
  test.each([
    ['sync/engine/core/rebase.ts', '../dexie/database.ts'],
    ['sync/engine/core/rebase.ts', '../../vesper/mutations/registry.ts'],
    ['sync/engine/protocol/version.ts', '../../vesper/api/auth.ts'],
    ['sync/vesper/records/message.ts', '../../engine/store.ts'],
    ['sync/engine/core/rebase.ts', 'node:fs'],
    ['sync/engine/model.ts', '../vesper/vesper-model.ts'],
    ['sync/engine/core/rebase.ts', 'dexie'],
    ['sync/engine/sync-client.ts', 'dexie'],
    ['sync/engine/sync-client.ts', 'react'],
    ['sync/sync-server.ts', '@mikro-orm/core'],
  ])('%s may not import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).not.toBeNull()
  })

  test.each([
    ['sync/engine/core/rebase.ts', '../protocol/sync-response.ts'],
    ['sync/engine/core/rebase.ts', './overlay.ts'],
    ['sync/vesper/records/message.ts', 'valibot'],
    ['sync/engine/dexie/database.ts', 'dexie'],
    ['sync/vesper/vesper-model.ts', '../engine/model.ts'],
    ['sync/examples/shopping-list/page.ts', 'dexie'],
    ['sync/engine/dexie/store.ts', '../core/rebase.ts'],
    ['sync/engine/core/rebase.test.ts', 'fast-check'],
    ['sync/engine/core/rebase.test.ts', '../../testing/memory-store.ts'],
  ])('%s may import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toBeNull()
  })
})

describe('within client', () => {
  test.each([
    ['client/features/messages/thread.tsx', '../outbox/model.ts'],
    ['client/features/messages/history/thread-rows.ts', '../../outbox/model.ts'],
    ['client/features/messages/thread.tsx', '../../routes/messages.tsx'],
    ['client/features/messages/thread.tsx', '../../app/flows/open-conversation.ts'],
    ['client/core/sync/sync.ts', '../../features/outbox/model.ts'],
    ['client/core/sync/sync.ts', '../../app/router.tsx'],
    ['client/app/shell.tsx', '../routes/home.tsx'],
    ['client/ui/controls/button.tsx', '../../features/session/model.ts'],
    ['client/ui/controls/button.tsx', '../../core/session/session.ts'],
    ['client/ui/controls/badge.tsx', '@vesper/sync/vesper/records/profile.ts'],
    ['client/service-worker/service-worker.ts', '../features/session/model.ts'],
  ])('%s may not import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).not.toBeNull()
  })

  test.each([
    ['client/features/messages/thread.tsx', '../../main.tsx'],
    ['client/features/messages/thread.tsx', '../../bridge.ts'],
    ['client/features/messages/thread.tsx', '../../shared/bridge.ts'],
    ['client/core/sync/sync.ts', '../../service-worker/background-sync.ts'],
    ['client/ui/controls/button.tsx', '../../locales/en/entry.po'],
  ])('no import leads around the layers: %s may not import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toMatch(/is in no layer/)
  })

  test.each([
    ['client/features/messages/history/thread-rows.ts', '../model.ts'],
    ['client/features/messages/thread.tsx', '../../ui/controls/button.tsx'],
    ['client/features/messages/thread.tsx', '../../core/sync/sync.ts'],
    ['client/core/i18n/i18n.ts', '../../locales/en/entry.po'],
    ['client/app/shell.tsx', '../features/cart/cart-badge.tsx'],
    ['client/main.tsx', './app/app.tsx'],
    ['client/routes/messages.tsx', '../features/messages/thread.tsx'],
    ['client/routes/messages.tsx', '../app/flows/open-conversation.ts'],
    ['client/service-worker/service-worker.ts', '../core/sync/sync-uploader.ts'],
    ['client/features/outbox/outbox.test.ts', '../messages/model.ts'],
  ])('%s may import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toBeNull()
  })

  test.each(['client/bridge.ts', 'client/api.test.ts', 'client/shared/bridge.ts'])('%s is misplaced', (file) => {
    expect(misplaced(file)).not.toBeNull()
  })

  test.each([
    'client/main.tsx',
    'client/vite.config.ts',
    'client/core/api/api.ts',
    'client/e2e/app/home.e2e.ts',
    'server/main.ts',
  ])('%s is in its place', (file) => expect(misplaced(file)).toBeNull())
})

describe('within server', () => {
  test.each([
    ['server/infra/sync/pull/pull.ts', '../../../domains/content/posts/entity.ts'],
    ['server/infra/http/list.ts', '../../content/access.ts'],
    ['server/infra/database/orm.ts', '../../domains.ts'],
    ['server/content/access.ts', '../domains/content/posts/entity.ts'],
    ['server/content/access.ts', '../domains.ts'],
    ['server/domains/content/posts/commands.ts', '../../../domains.ts'],
  ])('%s may not import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toMatch(/domain/)
  })

  test.each([
    ['server/domains/content/posts/domain.ts', '../../../infra/domain.ts'],
    ['server/domains/content/drafts/domain.ts', '../posts/publish-limit.ts'],
    ['server/domains/content/posts/feed-views.ts', '../../../content/access.ts'],
    ['server/content/access.ts', '../infra/database/own.ts'],
    ['server/infra/database/orm.ts', '../join-domains.ts'],
    ['server/create-app.ts', './domains.ts'],
    ['server/infra/sync/pull/pull.pg.test.ts', '../../../domains/talk/messages/commands.ts'],
    ['server/infra/sync/testing/person.ts', '../../../domains/people/accounts/commands.ts'],
  ])('%s may import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toBeNull()
  })

  test.each([
    ['server/domains/people/performers/routes.ts', '../../money/subscriptions/prices/set-prices.ts'],
    ['server/domains/content/posts/preview.ts', '../../community/comments/entity.ts'],
    ['server/domains/money/payouts/requests/pay.ts', '../../../shop/orders/entity.ts'],
    ['server/domains/site/settings/commands.ts', '../../people/accounts/entity.ts'],
  ])('a wing imports no higher one: %s may not import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toMatch(/^The wing \w+ does not import \w+: site, notify ← people/)
  })

  test.each([
    ['server/domains/site/pages/commands.ts', '../../notify/push/queue.ts'],
    ['server/domains/notify/push/queue.ts', '../../site/settings/settings.ts'],
    ['server/domains/content/posts/commands.ts', '../../talk/messages/entity.ts'],
    ['server/domains/talk/messages/commands.ts', '../../content/posts/entity.ts'],
    ['server/domains/talk/messages/commands.ts', '../../money/money/charges/entity.ts'],
    ['server/domains/money/money/charges/sold.ts', '../../../content/posts/entity.ts'],
    ['server/domains/money/money/charges/sold.ts', '../../../talk/messages/entity.ts'],
  ])('wings of one rank do not meet: %s may not import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toMatch(/^The wing/)
  })

  test.each([
    ['server/domains/people/accounts/commands.ts', '../../site/captcha/require-person.ts'],
    ['server/domains/shop/cart/lines.ts', '../../content/products/entity.ts'],
    ['server/domains/community/search/routes.ts', '../../site/settings/settings.ts'],
    ['server/domains/talk/messages/commands.ts', '../conversations/entity.ts'],
    ['server/domains/money/payments/testing/pay.ts', '../../../shop/orders/entity.ts'],
    ['server/domains/people/accounts/access.pg.test.ts', '../../community/comments/entity.ts'],
  ])('%s may import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toBeNull()
  })

  test.each(['server/domains/accounts/entity.ts', 'server/domains/money/split.ts', 'server/domains/open.ts'])(
    '%s is in no wing',
    (file) => {
      expect(misplaced(file)).toMatch(/is no wing: site, notify ← people/)
    },
  )

  test.each([
    'server/domains/money/money/split.ts',
    'server/domains/talk/messages/testing/send.ts',
    'server/domains.ts',
  ])('%s is in its place', (file) => {
    expect(misplaced(file)).toBeNull()
  })
})
