/** The look of a button over a photo. */
export const lightboxControl =
  'grid size-12 place-items-center rounded-full bg-[#0009] text-white transition duration-150 hover:bg-[#000c] active:scale-95 disabled:invisible'
