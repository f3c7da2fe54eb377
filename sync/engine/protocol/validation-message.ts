/** How to parse what a person may have written: a rule without words of its own gives these, never the validator's. */
export const validationMessage = { message: 'This is not valid.' } as const
