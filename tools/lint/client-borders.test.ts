import { describe, expect, test } from 'vitest'
import { borderCrossed, misplaced } from './borders.ts'

describe('entities', () => {
  test.each([
    ['client/entities/orders/order-lines.tsx', '../../features/orders/order-page.tsx'],
    ['client/entities/orders/order-lines.tsx', '../../app/router.tsx'],
    ['client/entities/orders/order-lines.tsx', '../../routes/cart.tsx'],
    ['client/core/media/picture.tsx', '../../entities/content/content-actions.ts'],
    ['client/ui/controls/button.tsx', '../../entities/content/content-actions.ts'],
    ['client/service-worker/service-worker.ts', '../entities/content/content-actions.ts'],
  ])('%s may not import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).not.toBeNull()
  })

  test.each([
    ['client/entities/addresses/address-lines.ts', '../orders/order-lines.tsx'],
    ['client/entities/content/content-actions.ts', '../payments/reminders/reminder.ts'],
    ['client/entities/orders/order-lines.tsx', '../payments/use-payment.ts'],
  ])('%s may not import the later entity %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toMatch(/^client\/entities\/\w+ does not import/)
  })

  test.each([
    ['client/entities/orders/parcel-address.tsx', '../addresses/address-lines.ts'],
    ['client/entities/payments/reminders/ask-again.tsx', '../use-payment.ts'],
    ['client/entities/orders/order-lines.tsx', '../../core/media/picture.tsx'],
    ['client/entities/orders/order-lines.tsx', '@vesper/sync/vesper/records/order.ts'],
    ['client/features/orders/order-page.tsx', '../../entities/orders/order-lines.tsx'],
    ['client/entities/addresses/address-lines.test.ts', '../orders/order-lines.tsx'],
  ])('%s may import %s', (file, specifier) => {
    expect(borderCrossed(file, specifier)).toBeNull()
  })

  test.each(['client/entities/loose.ts', 'client/entities/livestreams/stream.ts'])('%s is misplaced', (file) => {
    expect(misplaced(file)).toMatch(/no place in the order of entities/)
  })

  test('an entity in the order is in its place', () => {
    expect(misplaced('client/entities/orders/order-lines.tsx')).toBeNull()
  })
})

describe('core knows no domain', () => {
  const core = 'client/core/media/picture.tsx'

  test.each(['api/orders.ts', 'records/asset.ts', 'mutations/reactions.ts'])('it may not import %s', (contract) => {
    expect(borderCrossed(core, `@vesper/sync/vesper/${contract}`)).toMatch(/core knows no domain/)
  })

  test.each(['records/profile.ts', 'api/settings.ts', 'vesper-model.ts'])('it may import %s', (contract) => {
    expect(borderCrossed(core, `@vesper/sync/vesper/${contract}`)).toBeNull()
  })
})
