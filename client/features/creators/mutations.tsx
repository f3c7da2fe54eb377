import { Trans, useLingui } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'
import { listFormat } from '../../ui/text/number-format.ts'

export const creatorMutations = {
  'performer.update': {
    Label: () => <Trans>Your page</Trans>,
    Description: ({ args }) => <PageChanges fields={Object.keys(args.changes ?? {})} />,
    area: { Heading: () => <Trans>Your page</Trans> },
    edit: {
      // Until it is rejected, the change shows in the form of the page, where it can be edited.
      states: ['rejected'],
      open: (_args, { navigate }) => navigate({ to: '/creator/account' }),
    },
  },
} satisfies Partial<AllMutationWords>

/** The fields that were edited, by their labels in the form. */
function PageChanges({ fields }: { fields: string[] }) {
  const { t, i18n } = useLingui()
  const labels = new Map<string, string>([
    ...([
      ['name', t`Name`],
      ['username', t`Username`],
      ['bio', t`About you`],
    ] as const),
    ...([
      ['country', t`Country`],
      ['state', t`State`],
      ['city', t`City`],
      ['phone', t`Phone`],
    ] as const),
    ...([
      ['languages', t`Languages`],
      ['categories', t`Categories`],
      ['gender', t`Gender`],
    ] as const),
    ...([
      ['ageRange', t`Age range`],
      ['bodyType', t`Body type`],
      ['ethnicity', t`Ethnicity`],
    ] as const),
    ...([
      ['hair', t`Hair colour`],
      ['eyes', t`Eye colour`],
      ['orientation', t`Orientation`],
    ] as const),
  ])
  const names = fields.flatMap((field) => labels.get(field) ?? [])
  const list = listFormat(i18n.locale, { type: 'conjunction' }).format(names)
  return names.length > 0 ? <Trans>Change your page: {list}</Trans> : <Trans>Change your page</Trans>
}
