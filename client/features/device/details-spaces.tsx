import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Health } from '@vesper/sync/engine/health.ts'
import { age } from '../../ui/text/age.ts'
import { useNow } from '../../ui/use-now.ts'
import { DetailList, DetailRow } from './detail-list.tsx'

type Space = Health['spaces'][number]
type Check = NonNullable<Space['check']>

/** The spaces that are synchronised, with their versions, and how they compared with the server's. */
export function DetailsSpaces({ spaces }: Pick<Health, 'spaces'>) {
  const { t } = useLingui()
  return (
    <DetailList label={t`Spaces`} empty={spaces.length === 0 && <Trans>Nothing is synchronised yet.</Trans>}>
      {spaces.map(({ space, version, check }) => (
        <DetailRow key={space} name={space}>
          <span className="flex flex-wrap gap-x-3">
            <span>
              <Trans>version {version}</Trans>
            </span>
            {check ? <Compared check={check} version={version} /> : <Trans>not compared yet</Trans>}
          </span>
        </DetailRow>
      ))}
    </DetailList>
  )
}

function Compared({ check, version }: { check: Check; version: number }) {
  const { i18n } = useLingui()
  const { sum, verdict, at, repairs } = check
  const ago = age(at, useNow(), i18n.locale)
  return (
    <>
      <code dir="ltr">{sum.toString(16).padStart(13, '0')}</code>
      <span>
        <VerdictWord verdict={verdict} />
        {check.version !== version && (
          <>
            {' '}
            <Trans>at version {check.version}</Trans>
          </>
        )}
      </span>
      <time dateTime={at}>{ago}</time>
      {repairs > 0 && (
        <span>
          <Plural value={repairs} one="repaired once" other="repaired # times" />
        </span>
      )}
    </>
  )
}

function VerdictWord({ verdict }: Pick<Check, 'verdict'>) {
  switch (verdict) {
    case 'same':
      return <Trans>the same</Trans>
    case 'repaired':
      return <Trans>repaired</Trans>
    case 'differing':
      return <Trans>differs</Trans>
    case 'moved':
      return <Trans>was changing</Trans>
  }
}
