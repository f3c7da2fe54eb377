import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'

/** The price of a subscription. A visitor's page does without the database that it reads. */
export const LazySubscribeOffer = lazyAgain(async () => (await import('./subscribe-offer.tsx')).SubscribeOffer)
