import { Plural } from '@lingui/react/macro'

/** A tip, told in one line. */
export function TipWords({ tokens }: { tokens: number }) {
  return <Plural value={tokens} one="Tip of # token" other="Tip of # tokens" />
}
