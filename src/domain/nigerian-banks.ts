/**
 * The banks a member's account can be at, with the three-digit codes of the Central Bank of
 * Nigeria. Only deposit money banks: account numbers of mobile-money operators are telephone
 * numbers, which have no check digit. To renew the list, compare it with the sources and set
 * `checkedOn`.
 */
export interface Bank {
  readonly code: string
  readonly name: string
}

export const nigerianBanks: {
  readonly sources: readonly string[]
  /** The day of the last comparison with the sources. */
  readonly checkedOn: string
  readonly banks: readonly Bank[]
} = {
  sources: [
    "Central Bank of Nigeria, Proposals on the implementation of the NUBAN scheme, version 0.4, 3 September 2010",
    "Central Bank of Nigeria, Revised standards on NUBAN for banks and other financial institutions, 2020",
    "Codes of banks licensed since: the bank lists that payment processors publish",
  ],
  checkedOn: "2026-11-23",
  banks: [
    { code: "044", name: "Access Bank" },
    // accounts opened before the merger of 2019 keep the check digit of Diamond Bank
    { code: "063", name: "Access Bank (Diamond)" },
    { code: "023", name: "Citibank Nigeria" },
    { code: "050", name: "Ecobank Nigeria" },
    { code: "070", name: "Fidelity Bank" },
    { code: "011", name: "First Bank of Nigeria" },
    { code: "214", name: "First City Monument Bank" },
    { code: "103", name: "Globus Bank" },
    { code: "058", name: "Guaranty Trust Bank" },
    { code: "301", name: "Jaiz Bank" },
    { code: "082", name: "Keystone Bank" },
    { code: "303", name: "Lotus Bank" },
    { code: "107", name: "Optimus Bank" },
    { code: "104", name: "Parallex Bank" },
    { code: "076", name: "Polaris Bank" },
    { code: "105", name: "PremiumTrust Bank" },
    { code: "101", name: "Providus Bank" },
    { code: "106", name: "Signature Bank" },
    { code: "221", name: "Stanbic IBTC Bank" },
    { code: "068", name: "Standard Chartered Bank Nigeria" },
    { code: "232", name: "Sterling Bank" },
    { code: "100", name: "SunTrust Bank" },
    { code: "302", name: "TAJBank" },
    { code: "102", name: "Titan Trust Bank" },
    { code: "032", name: "Union Bank of Nigeria" },
    { code: "033", name: "United Bank for Africa" },
    { code: "215", name: "Unity Bank" },
    { code: "035", name: "Wema Bank" },
    { code: "057", name: "Zenith Bank" },
  ],
}

export const bankOf = (code: string): Bank | undefined =>
  nigerianBanks.banks.find((bank) => bank.code === code)
