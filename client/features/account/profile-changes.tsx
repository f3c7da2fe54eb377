import { Trans, useLingui } from '@lingui/react/macro'

/** What the profile was to become, a line for each field that was edited. */
export function ProfileChanges({ changes }: { changes: Record<string, string | undefined> }) {
  const { t } = useLingui()
  const labels = new Map([
    ['name', t`Name`],
    ['username', t`Username`],
    ['bio', t`About you`],
  ])
  return Object.entries(changes).map(([field, value]) => {
    const label = labels.get(field) ?? field
    return (
      <span key={field} className="block whitespace-pre-wrap [overflow-wrap:anywhere]">
        {value ? (
          <Trans>
            {label}: “<bdi>{value}</bdi>”
          </Trans>
        ) : (
          <Trans>{label}: removed</Trans>
        )}
      </span>
    )
  })
}
