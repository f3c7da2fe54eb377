import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import type { Difference } from './line-changes.ts'

type Props = {
  differences: readonly Difference[]
  onAccept: () => void
  onTake: (quantity: number) => void
}

/** The changes of a line since it was added, and their remedies. */
export function LineWarnings({ differences, onAccept, onTake }: Props) {
  return differences.map((difference) => (
    <Notice
      key={difference.kind}
      tone={difference.kind === 'unavailable' || difference.kind === 'sold-out' ? 'danger' : 'warning'}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <Difference difference={difference} />
      {difference.kind === 'price' && (
        <Action onPress={onAccept}>
          <Trans>Accept the price</Trans>
        </Action>
      )}
      {difference.kind === 'fewer' && (
        <Action onPress={() => onTake(difference.left)}>
          <Trans>Take {difference.left}</Trans>
        </Action>
      )}
    </Notice>
  ))
}

function Difference({ difference }: { difference: Difference }) {
  switch (difference.kind) {
    case 'unavailable':
      return <Trans>This product is no longer sold.</Trans>
    case 'sold-out':
      return <Trans>Sold out</Trans>
    case 'fewer':
      return (
        <span>
          <Plural value={difference.left} one="Only # left" other="Only # left" />
        </span>
      )
    case 'price':
      return (
        <span>
          <Trans>
            Was <TokenPrice value={difference.was} />, is <TokenPrice value={difference.is} className="font-semibold" />
          </Trans>
        </span>
      )
  }
}

function Action({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button kind="secondary" className="px-4 text-sm" onClick={onPress}>
      {children}
    </Button>
  )
}
