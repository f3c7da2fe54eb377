import * as v from 'valibot'
import { SellerKind } from './seller-kind.ts'
import { SubscriptionOffer } from './subscription.ts'

/** The options of a creator's page. The values travel and are stored; clients have the words. */
export const CREATOR_OPTIONS = {
  gender: ['male', 'female', 'transgender', 'non-binary'],
  ageRange: ['18_24', '25_34', '35_44', 'over_45'],
  bodyType: ['slim', 'petite', 'average', 'athletic', 'muscular', 'curvy', 'plus-size'],
  ethnicity: ['white', 'black', 'asian', 'latino', 'middle-eastern', 'native-indigenous', 'mixed-race'],
  hair: ['black', 'brown', 'blonde', 'red', 'auburn', 'gray', 'white', 'colored', 'bald'],
  eyes: ['blue', 'brown', 'green', 'amber', 'gray', 'hazel', 'black', 'unique'],
  orientation: ['heterosexual', 'bisexual', 'lesbian', 'gay'],
} as const

/** The subjects that a creator's page can have. */
export const CATEGORIES = [
  ...(['art', 'beauty', 'books', 'comedy', 'cooking', 'cosplay', 'crafts', 'dance', 'education', 'fashion'] as const),
  ...(['film', 'fitness', 'games', 'health', 'music', 'nature', 'photography', 'podcasts', 'science'] as const),
  ...(['sports', 'technology', 'travel'] as const),
] as const

export const CATEGORIES_MAX = 5
export const LANGUAGES_MAX = 10

/** `url` is the video for everybody; `posterUrl` its first picture, null without one. */
export const WelcomeVideo = v.object({ url: v.string(), posterUrl: v.nullable(v.string()) })

/** Objects of a creator that the viewer finds; the followers are accounts. */
export const CreatorCounts = v.object({
  followers: v.number(),
  posts: v.number(),
  photos: v.number(),
  videos: v.number(),
  galleries: v.number(),
  products: v.number(),
})

/**
 * Fields that a creator's page has beside the card. Rows and answers from before a field lack it. Lists hold codes: ISO 639
 * for languages, `CATEGORIES` for categories.
 */
export const CreatorDetails = {
  state: v.optional(v.nullable(v.string())),
  city: v.optional(v.nullable(v.string())),
  languages: v.optional(v.array(v.string())),
  categories: v.optional(v.array(v.string())),
  gender: v.optional(v.nullable(v.string())),
  ageRange: v.optional(v.nullable(v.string())),
  bodyType: v.optional(v.nullable(v.string())),
  ethnicity: v.optional(v.nullable(v.string())),
  hair: v.optional(v.nullable(v.string())),
  eyes: v.optional(v.nullable(v.string())),
  orientation: v.optional(v.nullable(v.string())),
  welcomeVideo: v.optional(v.nullable(WelcomeVideo)),
  subscription: v.optional(v.nullable(SubscriptionOffer)),
  counts: v.optional(CreatorCounts),
  /** How the creator sells products; null where that was not told. */
  sellerKind: v.optional(v.nullable(SellerKind)),
}

export type CreatorCounts = v.InferOutput<typeof CreatorCounts>
