import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

const Cart = () => <Trans>Your cart</Trans>

export const cartMutations = {
  'cart.set': {
    Label: Cart,
    Description: ({ args: { product, quantity = 0 } }) => <CartLine name={product?.name ?? ''} quantity={quantity} />,
    area: { Heading: Cart },
  },
  'cart.clear': { Label: Cart, Description: () => <Trans>Empty the cart</Trans>, area: { Heading: Cart } },
} satisfies Partial<AllMutationWords>

function CartLine({ name: written, quantity }: { name: string; quantity: number }) {
  const name = <bdi>{written}</bdi>
  return quantity > 0 ? (
    <Trans>
      {quantity} × {name}
    </Trans>
  ) : (
    <Trans>Take {name} out of the cart</Trans>
  )
}
