import type { decisionClauses } from '@vesper/sync/vesper/api/cases.ts'
import type { ReportCategory } from '@vesper/sync/vesper/api/reports.ts'

/*
 * Statement categories of the Commission's transparency database, version of July 2025; the figures of Implementing
 * Regulation (EU) 2024/2835 are counted by the same ones.
 */
const MINORS = 'STATEMENT_CATEGORY_PROTECTION_OF_MINORS'
const CYBER_VIOLENCE = 'STATEMENT_CATEGORY_CYBER_VIOLENCE'
const FRAUD = 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD'
const PROPERTY = 'STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS'
const OTHER = 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC'

/** The category in which a report is counted. */
const ofReport: Readonly<Record<ReportCategory, string>> = {
  illegal: 'STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE',
  minor: MINORS,
  'non-consensual': CYBER_VIOLENCE,
  impersonation: FRAUD,
  spam: FRAUD,
  copyright: PROPERTY,
  other: OTHER,
}

/** The category in which a decision is counted, by its rule. */
const ofClause: Readonly<Record<(typeof decisionClauses)[number], string>> = {
  law: OTHER,
  minors: MINORS,
  consent: CYBER_VIOLENCE,
  impersonation: FRAUD,
  harassment: CYBER_VIOLENCE,
  hate: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
  violence: 'STATEMENT_CATEGORY_VIOLENCE',
  'self-harm': 'STATEMENT_CATEGORY_SELF_HARM',
  fraud: FRAUD,
  spam: FRAUD,
  copyright: PROPERTY,
  privacy: 'STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
  other: OTHER,
}

/** The categories by the words that the product has for them. */
export const transparencyCategories = { ofReport, ofClause }
