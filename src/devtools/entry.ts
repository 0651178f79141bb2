/** Entry of the dev tools, on its own: the first bundle does not list the files of the console. */
export const open = () => import("./open-console.tsx")
