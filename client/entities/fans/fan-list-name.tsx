import { Plural, Trans } from '@lingui/react/macro'
import type { FanList, FanRule } from '@vesper/sync/vesper/records/fan-list.ts'

/** The words of a list under its name: its rule, or that it is made by hand. */
export function FanListWords({ list: { rule } }: { list: Pick<FanList, 'rule'> }) {
  return rule ? <FanRuleWords rule={rule} /> : <Trans>Chosen by hand</Trans>
}

/** The name of a list with its words and the number of its fans; `count` is null while it is not known. */
export function FanListName({ list, count }: { list: FanList; count: number | null }) {
  return (
    <span className="grid min-w-0">
      <bdi className="truncate font-semibold text-ink">{list.name}</bdi>
      <span className="text-sm text-muted">
        <FanListWords list={list} />
        {count !== null && (
          <>
            {' · '}
            <Plural value={count} one="# fan" other="# fans" />
          </>
        )}
      </span>
    </span>
  )
}

function FanRuleWords({ rule }: { rule: FanRule }) {
  switch (rule.kind) {
    case 'subscribers':
      return <Trans>Subscribe now</Trans>
    case 'expired':
      return <Trans>Have subscribed, and do not any more</Trans>
    case 'spent':
      return <Spent tokens={rule.tokens} days={rule.days} />
    case 'unseen':
      return <Plural value={rule.days} one="Not seen for # day" other="Not seen for # days" />
    case 'bought':
      return <Trans>Bought a certain thing</Trans>
    case 'never-bought':
      return <Trans>Follow or subscribe, and never bought anything</Trans>
  }
}

function Spent({ tokens, days }: { tokens: number; days: number }) {
  return (
    <>
      <Plural value={tokens} one="Spent at least # token" other="Spent at least # tokens" />{' '}
      <Plural value={days} one="in # day" other="in # days" />
    </>
  )
}
