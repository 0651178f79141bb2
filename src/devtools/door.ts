/** The way in, by itself: whoever may open the console need not carry the names of all the files it is made of. */
export const open = () => import("./open.tsx")
