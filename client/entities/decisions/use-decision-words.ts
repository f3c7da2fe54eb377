import { useLingui } from '@lingui/react/macro'
import type { CaseDecision, DecisionKind, Restriction } from '@vesper/sync/vesper/api/cases.ts'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'

type Words = {
  things: Record<ReportTarget, string>
  clauses: Record<CaseDecision['clause'], string>
  grounds: Record<CaseDecision['ground'], string>
  /** A decision in one or two words. */
  kinds: Record<DecisionKind, string>
  restrictions: Record<Restriction, string>
}

/** The words for decisions, for the rules that they rest on, and for the things that they are about. */
export function useDecisionWords(): Words {
  const { t } = useLingui()
  return {
    things: {
      ...{ feed: t`Post`, gallery: t`Gallery`, photo: t`Photo`, video: t`Video`, product: t`Product` },
      ...{ comment: t`Comment`, performer: t`Creator page`, user: t`Account`, message: t`Message`, stream: t`Stream` },
    },
    clauses: {
      ...{ law: t`A law`, minors: t`Protection of minors`, consent: t`Consent of people shown` },
      ...{ impersonation: t`Impersonation`, harassment: t`Harassment`, hate: t`Hate`, violence: t`Violence` },
      ...{ 'self-harm': t`Self-harm`, fraud: t`Fraud`, spam: t`Spam`, copyright: t`Copyright` },
      ...{ privacy: t`Privacy`, other: t`Another rule` },
    },
    grounds: { illegal: t`The law`, terms: t`The rules of this site` },
    kinds: {
      ...{ none: t`No breach`, warn: t`Warning`, hide: t`Hidden`, restrict: t`Restricted` },
      ...{ suspend: t`Suspended`, restore: t`Restored` },
    },
    restrictions: {
      ...{ publish: t`Publishing`, message: t`Messages`, comment: t`Comments`, sell: t`Selling`, report: t`Reports` },
    },
  }
}
