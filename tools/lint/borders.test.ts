import { describe, expect, test } from 'vitest'
import { borderCrossed } from './borders.ts'

describe('between workspaces', () => {
  test.each([
    ['sync/engine/sync-client.ts', '../../client/api.ts'],
    ['sync/engine/sync-client.ts', '@vesper/server/context.ts'],
    ['sync/engine/sync-client.ts', '../../tools/run.ts'],
    ['sync/bench/browser.ts', '../../client/api.ts'],
    ['sync/examples/shopping-list/page.ts', '../../../client/api.ts'],
    ['sync/engine/core/lanes.test.ts', '../../../server/context.ts'],
    ['server/app.ts', '../client/api.ts'],
    ['server/app.ts', '../tools/run.ts'],
    ['client/api.ts', '../server/context.ts'],
    ['client/api.ts', '@vesper/server/context.ts'],
    ['client/api.ts', '../tools/run.ts'],
    ['client/e2e/story.e2e.ts', '../../server/main.ts'],
  ])('%s may not import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toMatch(/client → sync ← server/)
  })

  test.each([
    ['server/app.ts', '@vesper/sync/vesper/records/message.ts'],
    ['client/api.ts', '@vesper/sync/vesper/api/auth.ts'],
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
    ['client/features/messages/parts/bubble.tsx', '../../outbox/model.ts'],
    ['client/features/messages/thread.tsx', '../../routes/messages.tsx'],
    ['client/ui/button.tsx', '../features/session/model.ts'],
    ['client/ui/avatar.tsx', '@vesper/sync/vesper/records/profile.ts'],
  ])('%s may not import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).not.toBeNull()
  })

  test.each([
    ['client/features/messages/parts/bubble.tsx', '../model.ts'],
    ['client/features/messages/thread.tsx', '../../ui/button.tsx'],
    ['client/routes/messages.tsx', '../features/messages/thread.tsx'],
    ['client/routes/messages.tsx', '../features/outbox/list.tsx'],
  ])('%s may import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toBeNull()
  })
})
