import { Trans, useLingui } from '@lingui/react/macro'
import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { translated } from '../../core/api/error-message.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { Picture } from '../../core/media/picture.tsx'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import { SellerKindLine } from '../../entities/orders/seller-kind.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { Card } from '../../ui/list/card.tsx'
import { regionNames } from '../../ui/text/number-format.ts'
import type { Changes, ReviewGroup, ReviewLine } from './review.ts'

type Props = {
  group: ReviewGroup
  changes: Changes
  /** Null where the buyer chose no country yet. */
  country: string | null
  onLeaveOut: (productId: string) => void
}

/** The products that one seller sends together, or lets download. */
export function ReviewCard({ group, changes, country, onLeaveOut }: Props) {
  const { performer, type, lines, shipping, subtotal, sellerKind } = group
  const heading = `order-${performer._id}-${type}`
  return (
    <Card aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading} className="flex items-center gap-3 font-semibold">
        <Avatar name={performer.name} src={performer.avatar} size="sm" />
        <span className="grid min-w-0">
          <bdi className="truncate">{performer.name}</bdi>
          <span className="text-sm font-normal text-muted">
            {type === 'digital' ? <Trans>Files, at once</Trans> : <Trans>Sent to you</Trans>}
          </span>
        </span>
      </h2>
      <p className="text-sm text-muted empty:hidden">
        <SellerKindLine kind={sellerKind} />
      </p>
      <ul role="list" className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.productId} {...{ line, changes, country, onLeaveOut }} />
        ))}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line pt-3 text-sm">
        {type === 'physical' && (
          <Amount name={<Trans>Shipping</Trans>}>
            {shipping === 0 ? <Trans>Free</Trans> : <TokenPrice value={shipping} />}
          </Amount>
        )}
        <Amount name={<Trans>Subtotal</Trans>}>
          <TokenPrice value={subtotal + shipping} className="justify-end font-semibold" />
        </Amount>
      </dl>
    </Card>
  )
}

function Amount({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-end">{children}</dd>
    </>
  )
}

type LineProps = Omit<Props, 'group'> & { line: ReviewLine }

function Line({ line, changes, country, onLeaveOut }: LineProps) {
  const { t, i18n } = useLingui()
  const { productId, product, quantity, price } = line
  const { name, shipsTo } = product
  const isServed = country === null || product.type === 'digital' || shipsTo.length === 0 || shipsTo.includes(country)
  const notes = changes.notes[productId] ?? []
  const newPrice = changes.prices[productId]
  const countryName = country && (regionNames(i18n.locale).of(country) ?? country)
  const isChanged = notes.length > 0 || newPrice !== undefined || !isServed
  return (
    <li className="grid gap-2 py-3">
      <div className="flex gap-3">
        <Picture src={product.picture} icon={<Package />} className="w-16 self-start rounded-control" />
        <div className="grid min-w-0 flex-1 content-start gap-0.5">
          <h3 className="font-semibold [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </h3>
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="text-sm text-muted">
              <Trans>
                {quantity} × <TokenPrice value={price} />
              </Trans>
            </span>
            <TokenPrice value={price * quantity} className="font-semibold" />
          </p>
        </div>
      </div>
      <div role="alert" className="grid gap-2 empty:absolute">
        {isChanged && (
          <Notice tone="warning" className="grid gap-2">
            {newPrice !== undefined && (
              <p>
                <Trans>
                  The price has changed to <TokenPrice value={newPrice} className="font-semibold" />.
                </Trans>
              </p>
            )}
            {notes.map((note) => (
              <p key={note}>{translated(note)}</p>
            ))}
            {!isServed && notes.length === 0 && <p>{t`This creator does not send it to ${countryName ?? ''}.`}</p>}
            {(notes.length > 0 || !isServed) && (
              <Button
                kind="secondary"
                className="justify-self-start px-4 text-sm"
                aria-label={t`Leave out ${name}`}
                onClick={() => onLeaveOut(productId)}
              >
                <Trans>Leave it out</Trans>
              </Button>
            )}
          </Notice>
        )}
      </div>
    </li>
  )
}
