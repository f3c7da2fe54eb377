// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { useGrantKey } from './use-grant-key.ts'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(async () => {
  engine.sync = await syncWithoutLine()
})
afterEach(cleanup)

function Key() {
  return <output>{useGrantKey()}</output>
}

test('the key changes with the pauses that move a membership', async () => {
  const [_id, mara] = [v7(), v7()]
  const accessUntil = '2026-12-10T00:00:00.000Z'
  const grant = { _id, userId: v7(), performerId: mara, kind: 'membership', grantedAt: '2026-11-01T00:00:00.000Z' }
  await engine.sync.db.grants.put({ ...grant, accessUntil, countedFrom: grant.grantedAt } as never)
  render(<Key />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(`${_id} ${accessUntil}`))
  const pauses = [{ _id: v7(), startsAt: '2026-12-01T00:00:00.000Z', endsAt: '2026-12-05T00:00:00.000Z' }]
  await engine.sync.db.creators.put({ _id: mara, name: 'Mara', username: 'mara', pauses } as never)
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('2026-12-05T00:00:00.000Z'))
})
