import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { BuyOrLogin } from '../../app/flows/buy-or-login.tsx'
import { CartInHead } from '../../app/flows/cart-in-head.tsx'
import { CommentsBelow } from '../../app/flows/comments-below.tsx'
import { $session, $user } from '../../core/session/model.ts'
import { ProductPage } from '../../features/assets/pages/product-page.tsx'

export const Route = createFileRoute('/products/$productId')({
  staticData: { catalogues: ['content'], title: msg`Product` },
  component: Page,
})

function Page() {
  const { productId } = Route.useParams()
  const [session, user] = useUnit([$session, $user])
  return (
    <ProductPage
      key={productId}
      productId={productId}
      isVisitor={session.state === 'signed-out'}
      actions={<CartInHead />}
      buy={(product) => <BuyOrLogin product={product} viewer={user?._id ?? null} path={`/products/${product._id}`} />}
      comments={({ _id, performer }) => (
        <CommentsBelow objectType="product" objectId={_id} ownerId={performer._id} path={`/products/${_id}`} />
      )}
    />
  )
}
