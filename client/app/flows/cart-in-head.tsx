import { useUnit } from 'effector-react'
import { Suspense } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { $session } from '../../core/session/model.ts'

// A visitor's page does without the database that it reads.
const CartLink = lazyAgain(async () => (await import('../../features/cart/cart-link.tsx')).CartLink, 'app')

/** The way to the cart on a phone, for whoever is signed in; the rail of a desktop has one of its own. */
export function CartInHead({ className }: { className?: string }) {
  const { state } = useUnit($session)
  if (state !== 'signed-in') return null
  return (
    <Suspense fallback={<span className="size-target md:hidden" />}>
      <CartLink className={`md:hidden ${className ?? ''}`} />
    </Suspense>
  )
}
