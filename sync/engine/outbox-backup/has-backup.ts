/**
 * In `meta` of a database whose copies are made ([OUTBOX-9]): where it is missing, those that are there are of one before it.
 */
export const HAS_BACKUP = 'copies'
