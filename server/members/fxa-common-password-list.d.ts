/** Passwords of at least 8 characters among the 128 553 most common of 10 million leaked ones. */
declare module "fxa-common-password-list" {
  const list: { readonly test: (password: string) => boolean }
  export default list
}
