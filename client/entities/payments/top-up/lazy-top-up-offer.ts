import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'

/** The offer of tokens, for pages that need it rarely. */
export const LazyTopUpOffer = lazyAgain(async () => (await import('./top-up-offer.tsx')).TopUpOffer, 'money')
