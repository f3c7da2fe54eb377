import * as v from 'valibot'

/** The places of the app where a thing is seen. `link`: it was opened from outside the app. */
export const viewSources = ['home', 'explore', 'creator', 'link', 'message', 'search', 'other'] as const

export const ViewSource = v.picklist(viewSources)
export type ViewSource = v.InferOutput<typeof ViewSource>
