// Generated from the contracts and the published interface by `npm run gen`. Change the source, not this file.

export type ConsentRequest = {
  access: AccountAccess;
  recurringIndicator: boolean | 'true' | 'false';
  validUntil: string;
  frequencyPerDay: number | string;
  combinedServiceIndicator?: boolean | 'true' | 'false';
};

export type AccountAccess = {
  accounts?: AccountReference[];
  balances?: AccountReference[];
  transactions?: AccountReference[];
  additionalInformation?: {
    ownerName?: AccountReference[];
    trustedBeneficiaries?: AccountReference[];
  };
  availableAccounts?: 'allAccounts' | 'allAccountsWithOwnerName';
  availableAccountsWithBalance?: 'allAccounts' | 'allAccountsWithOwnerName';
  allPsd2?: 'allAccounts' | 'allAccountsWithOwnerName';
  restrictedTo?: string[];
  statements?: AccountReference[];
};

export type AccountReference = {
  iban?: string;
  bban?: string;
  pan?: string;
  maskedPan?: string;
  msisdn?: string;
  other?: Other;
  currency?: string;
  cashAccountType?: string;
};

export type AuthorisationBody = {
  psuData?: {
    password?: string;
    encryptedPassword?: string;
    additionalPassword?: string;
    additionalEncryptedPassword?: string;
  };
  authenticationMethodId?: string;
  debtorAccount?: AccountReference;
  scaAuthenticationData?: string;
  confirmationCode?: string;
};

export type FundsConsentRequest = {
  account?: AccountReference;
  cardNumber?: string;
  cardExpiryDate?: string;
  cardInformation?: string;
  registrationInformation?: string;
  access?: {
    balances?: AccountReference[];
    transactions?: AccountReference[];
  };
  recurringIndicator?: boolean | 'true' | 'false';
  validUntil?: string;
  frequencyPerDay?: number | string;
};

export type FundsConfirmationRequest = {
  cardNumber?: string;
  account?: AccountReference;
  payee?: string;
  instructedAmount: Amount;
};

export type Amount = {
  currency: string;
  amount: string;
};

export type SigningBasket = {
  paymentIds?: string[];
  consentIds?: string[];
};

export type SinglePayment = {
  endToEndIdentification?: string;
  debtorAccount?: AccountReference;
  instructedAmount: Amount;
  creditorAccount: AccountReference;
  creditorAgent?: string;
  creditorAgentName?: string;
  creditorName: string;
  creditorAddress?: CreditorAddress;
  ultimateDebtor?: string;
  ultimateCreditor?: string;
  purposeCode?: string;
  chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
  remittanceInformationUnstructured?: string;
  remittanceInformationStructured?: string | RemittanceInformationStructured;
  requestedExecutionDate?: string;
};

export type BulkPayment = {
  batchBookingPreferred?: boolean | 'true' | 'false';
  debtorAccount: AccountReference;
  paymentInformationId?: string;
  requestedExecutionDate?: string;
  requestedExecutionTime?: string;
  categoryPurposeCode?: string;
  payments: {
    endToEndIdentification?: string;
    instructedAmount: Amount;
    creditorAccount: AccountReference;
    creditorAgent?: string;
    creditorAgentName?: string;
    creditorName: string;
    creditorAddress?: CreditorAddress;
    ultimateDebtor?: string;
    ultimateCreditor?: string;
    purposeCode?: string;
    chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
    remittanceInformationUnstructured?: string;
    remittanceInformationStructured?: string | RemittanceInformationStructured;
    instructionIdentification?: string;
  }[];
};

export type PeriodicPayment = {
  endToEndIdentification?: string;
  debtorAccount?: AccountReference;
  instructedAmount: Amount;
  creditorAccount: AccountReference;
  creditorAgent?: string;
  creditorAgentName?: string;
  creditorName: string;
  creditorAddress?: CreditorAddress;
  ultimateDebtor?: string;
  ultimateCreditor?: string;
  purposeCode?: string;
  chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
  remittanceInformationUnstructured?: string;
  remittanceInformationStructured?: string | RemittanceInformationStructured;
  startDate?: string;
  startDateTime?: string;
  endDate?: string;
  endDateTime?: string;
  executionRule?: 'following' | 'preceding';
  frequency:
    | 'Daily'
    | 'Weekly'
    | 'EveryTwoWeeks'
    | 'Monthly'
    | 'EveryTwoMonths'
    | 'Quarterly'
    | 'SemiAnnual'
    | 'Annual'
    | 'MonthlyVariable';
  dayOfExecution?: string;
  monthsOfExecution?: string[];
};

export type StandingOrderParts = {};

export type PartyVerificationRequest = {
  partyAccount: AccountReference;
  party: {
    name?: string;
    identification?: {
      organisationId?: {
        lei?: string;
        others?: Other[];
      };
      privateId?: {
        others?: Other[];
      };
    };
  };
  partyAgent?: {
    financialInstitutionId: {
      bicfi?: string;
    };
  };
  unstructuredRemittanceInformation?: string[];
};

export type RemedyLinks = {
  updatePsuIdentification?: Link;
  updatePsuAuthentication?: Link;
  updateEncryptedPsuAuthentication?: Link;
  authoriseTransaction?: Link;
  selectAuthenticationMethod?: Link;
  startAuthorisation?: Link;
  scaStatus?: Link;
};

export type Link = {
  href: string;
};

export type CreatedConsent = {
  consentStatus: ConsentStatus;
  consentId: string;
  scaMethods?: ScaMethod[];
  debtorAccounts?: DebtorAccounts[];
  chosenScaMethod?: ScaMethod;
  challengeData?: ChallengeData;
  psuMessage?: string;
  tppMessages?: {
    category: 'WARNING';
    code: 'WARNING';
    path: string;
    text: string;
  }[];
  _links: CreationLinks;
};

export type ConsentStatus =
  | 'received'
  | 'partiallyAuthorised'
  | 'valid'
  | 'rejected'
  | 'expired'
  | 'revokedByPsu'
  | 'terminatedByTpp';

export type ScaMethod = {
  authenticationMethodId: string;
  authenticationType: 'SMS_OTP' | 'CHIP_OTP' | 'PHOTO_OTP' | 'PUSH_OTP' | 'SMTP_OTP' | 'PASSKEY' | 'TOTP';
  name: string;
  authenticationVersion?: string;
  explanation?: string;
};

export type ChallengeData = {
  image?: string;
  data?: string[];
  imageLink?: string;
  otpMaxLength?: number;
  otpFormat?: 'characters' | 'integer';
  additionalInformation?: string;
};

export type CreationLinks = {
  scaRedirect?: Link;
  updatePsuIdentification?: Link;
  selectAuthenticationMethod?: Link;
  updatePsuAuthentication?: Link;
  updateEncryptedPsuAuthentication?: Link;
  authoriseTransaction?: Link;
  scaOAuth?: Link;
  updateResourceByDebtorAccountResource?: Link;
  confirmation?: Link;
  startAuthorisation?: Link;
  startAuthorisationWithPsuIdentification?: Link;
  startAuthorisationWithPsuAuthentication?: Link;
  startAuthorisationWithEncryptedPsuAuthentication?: Link;
  startAuthorisationWithAuthenticationMethodSelection?: Link;
  self?: Link;
  status?: Link;
  scaStatus?: Link;
  startAuthorisationWithPsuIdentfication?: Link;
  startAuthorisationWithAuthentciationMethodSelection?: Link;
};

export type Consent = {
  consentStatus: ConsentStatus;
  access: GrantedAccess;
  recurringIndicator: boolean;
  validUntil: string;
  frequencyPerDay: number;
  lastActionDate: string;
  _links: ConsentLinks;
};

export type GrantedAccess = {
  accounts?: ConsentedAccount[];
  balances?: ConsentedAccount[];
  transactions?: ConsentedAccount[];
  additionalInformation?: {
    ownerName?: ConsentedAccount[];
    trustedBeneficiaries?: ConsentedAccount[];
  };
  availableAccounts?: 'allAccounts' | 'allAccountsWithOwnerName';
  availableAccountsWithBalance?: 'allAccounts' | 'allAccountsWithOwnerName';
  allPsd2?: 'allAccounts' | 'allAccountsWithOwnerName';
  restrictedTo?: string[];
};

export type ConsentedAccount = {
  iban?: string;
  bban?: string;
  pan?: string;
  maskedPan?: string;
  msisdn?: string;
  other?: Other;
  currency?: string;
  cashAccountType?: string;
};

export type ConsentLinks = {
  account?: Link;
  cardAccount?: Link;
};

export type ConsentStatusAnswer = {
  consentStatus: ConsentStatus;
};

export type Authorisations = {
  authorisationIds: string[];
};

export type StartedAuthorisation = {
  scaStatus: ScaStatus;
  authorisationId: string;
  scaMethods?: ScaMethod[];
  debtorAccounts?: DebtorAccounts[];
  chosenScaMethod?: ScaMethod;
  challengeData?: ChallengeData;
  psuMessage?: string;
  tppMessages?: {
    category: 'WARNING';
    code: 'WARNING';
    path: string;
    text: string;
  }[];
  _links: AuthorisationLinks;
};

export type ScaStatus =
  | 'received'
  | 'psuIdentified'
  | 'psuAuthenticated'
  | 'scaMethodSelected'
  | 'started'
  | 'unconfirmed'
  | 'finalised'
  | 'failed'
  | 'exempted';

export type AuthorisationLinks = {
  scaRedirect?: Link;
  updatePsuIdentification?: Link;
  selectAuthenticationMethod?: Link;
  updatePsuAuthentication?: Link;
  updateEncryptedPsuAuthentication?: Link;
  authoriseTransaction?: Link;
  scaOAuth?: Link;
  updateResourceByDebtorAccountResource?: Link;
  confirmation?: Link;
  status?: Link;
  scaStatus?: Link;
};

export type ScaStatusAnswer = {
  scaStatus: ScaStatus;
  psuMessage?: string;
  trustedBeneficiaryFlag?: boolean;
  _links?: ConfirmationLinks;
};

export type ConfirmationLinks = {
  confirmation?: Link;
};

export type UpdatedAuthorisation = {
  scaStatus: ScaStatus;
  authorisationId: string;
  scaMethods?: ScaMethod[];
  debtorAccounts?: DebtorAccounts[];
  chosenScaMethod?: ScaMethod;
  challengeData?: ChallengeData;
  psuMessage?: string;
  tppMessages?: {
    category: 'WARNING';
    code: 'WARNING';
    path: string;
    text: string;
  }[];
  _links: AuthorisationLinks;
  scatransactionStatus?: ScaStatus;
};

export type FundsConsent = {
  account: ConsentedAccount;
  cardNumber?: string;
  cardExpiryDate?: string;
  cardInformation?: string;
  registrationInformation?: string;
  access?: {
    balances?: ConsentedAccount[];
    transactions?: ConsentedAccount[];
  };
  recurringIndicator?: boolean;
  validUntil?: string;
  frequencyPerDay?: number;
  consentStatus: ConsentStatus;
};

export type FundsScaStatusAnswer = {
  scaStatus: ScaStatus;
  _links?: ConfirmationLinks;
};

export type AccountList = {
  accounts: Account[];
};

export type Account = {
  resourceId: string;
  iban?: string;
  bban?: string;
  msisdn?: string;
  currency: string;
  ownerName?: string;
  name?: string;
  displayName?: string;
  product?: string;
  cashAccountType?: string;
  status?: 'enabled' | 'deleted' | 'blocked';
  bic?: string;
  linkedAccounts?: string;
  usage?: 'PRIV' | 'ORGA';
  details?: string;
  balances?: Balance[];
  _links?: AccountLinks;
};

export type Balance = {
  balanceType:
    | 'closingBooked'
    | 'expected'
    | 'openingBooked'
    | 'interimAvailable'
    | 'interimBooked'
    | 'forwardAvailable'
    | 'nonInvoiced';
  balanceAmount: AmountAnswer;
  creditLimitIncluded?: boolean;
  lastChangeDateTime?: string;
  referenceDate?: string;
  lastCommittedTransaction?: string;
};

export type AccountLinks = {
  balances?: Link;
  transactions?: Link;
  trustedBeneficiaries?: Link;
};

export type AccountDetails = {
  account: Account;
};

export type Balances = {
  account: NamedAccount;
  balances: Balance[];
};

export type NamedAccount = {
  iban?: string;
  bban?: string;
  pan?: string;
  maskedPan?: string;
  msisdn?: string;
  other?: Other;
  currency?: string;
  cashAccountType?: string;
};

export type TransactionReport =
  | {
      account: NamedAccount;
      transactions: {
        booked?: ListedTransaction[];
        pending?: ListedTransaction[];
        information?: StandingOrder[];
        _links: ReportLinks;
      };
      balances?: Balance[];
    }
  | {
      account: NamedAccount;
      balances?: Balance[];
      _links: DownloadLinks;
    };

export type ListedTransaction = {
  endToEndId?: string;
  mandateId?: string;
  checkId?: string;
  creditorId?: string;
  transactionAmount: AmountAnswer;
  currencyExchange?: CurrencyExchange[];
  creditorName?: string;
  creditorAccount?: NamedAccount;
  creditorAgent?: string;
  ultimateCreditor?: string;
  debtorName?: string;
  debtorAccount?: NamedAccount;
  debtorAgent?: string;
  ultimateDebtor?: string;
  remittanceInformationUnstructured?: string;
  remittanceInformationUnstructuredArray?: string[];
  remittanceInformationStructured?: string | RemittanceInformationStructured;
  remittanceInformationStructuredArray?: RemittanceInformationStructured[];
  purposeCode?: string;
  transactionId: string;
  entryReference?: string;
  batchIndicator?: boolean;
  batchNumberOfTransactions?: number;
  bookingDate?: string;
  valueDate?: string;
  entryDetails?: EntryDetails[];
  additionalInformation?: string;
  additionalInformationStructured?: {
    standingOrderDetails: StandingOrderDetails;
  };
  bankTransactionCode?: string;
  proprietaryBankTransactionCode?: string;
  balanceAfterTransaction?: Balance;
  resourceId?: string;
  _links: TransactionLinks;
};

export type TransactionLinks = {
  transactionDetails?: Link;
};

export type StandingOrder = {
  transactionAmount: AmountAnswer;
  creditorName?: string;
  creditorAccount?: NamedAccount;
  mandateId?: string;
  remittanceInformationUnstructured?: string;
  purposeCode?: string;
  additionalInformationStructured: {
    standingOrderDetails: StandingOrderDetails;
  };
};

export type ReportLinks = {
  account?: Link;
  first?: Link;
  next?: Link;
  previous?: Link;
  last?: Link;
};

export type DownloadLinks = {
  account?: Link;
  download?: Link;
};

export type TransactionDetailsAnswer = {
  transactionsDetails:
    | TransactionDetails
    | {
        transactionDetails: TransactionDetails;
      };
};

export type TransactionDetails = {
  endToEndId?: string;
  mandateId?: string;
  checkId?: string;
  creditorId?: string;
  transactionAmount: AmountAnswer;
  currencyExchange?: CurrencyExchange[];
  creditorName?: string;
  creditorAccount?: NamedAccount;
  creditorAgent?: string;
  ultimateCreditor?: string;
  debtorName?: string;
  debtorAccount?: NamedAccount;
  debtorAgent?: string;
  ultimateDebtor?: string;
  remittanceInformationUnstructured?: string;
  remittanceInformationUnstructuredArray?: string[];
  remittanceInformationStructured?: string | RemittanceInformationStructured;
  remittanceInformationStructuredArray?: RemittanceInformationStructured[];
  purposeCode?: string;
  transactionId: string;
  entryReference?: string;
  batchIndicator?: boolean;
  batchNumberOfTransactions?: number;
  bookingDate?: string;
  valueDate?: string;
  entryDetails?: EntryDetails[];
  additionalInformation?: string;
  additionalInformationStructured?: {
    standingOrderDetails: StandingOrderDetails;
  };
  bankTransactionCode?: string;
  proprietaryBankTransactionCode?: string;
  balanceAfterTransaction?: Balance;
  resourceId?: string;
};

export type CardAccountList = {
  cardAccounts: CardAccount[];
};

export type CardAccount = {
  resourceId: string;
  maskedPan?: string;
  currency: string;
  ownerName?: string;
  name?: string;
  displayName?: string;
  product?: string;
  debitAccounting?: boolean;
  status?: 'enabled' | 'deleted' | 'blocked';
  usage?: 'PRIV' | 'ORGA';
  details?: string;
  creditLimit?: AmountAnswer;
  balances?: Balance[];
  _links?: CardAccountLinks;
};

export type CardAccountLinks = {
  balances?: Link;
  transactions?: Link;
  cardTransactions?: Link;
};

export type CardAccountDetails = {
  cardAccount: CardAccount;
};

export type CardBalances = {
  cardAccount: NamedAccount;
  debitAccounting?: boolean;
  balances: Balance[];
};

export type CardTransactionReport = {
  cardAccount: NamedAccount;
  debitAccounting?: boolean;
  balances?: Balance[];
  cardTransactions: {
    booked?: CardTransaction[];
    pending?: CardTransaction[];
    _links: CardReportLinks;
  };
};

export type CardTransaction = {
  terminalId?: string;
  transactionDate?: string;
  acceptorTransactionDateTime?: string;
  originalAmount?: AmountAnswer;
  grandTotalAmount?: AmountAnswer;
  markupFee?: AmountAnswer;
  markupFeePercentage?: string;
  cardAcceptorId?: string;
  cardAcceptorAddress?: CreditorAddress;
  cardAcceptorPhone?: string;
  merchantCategoryCode?: string;
  transactionDetails?: string;
  invoiced?: boolean;
  currencyExchange?: CurrencyExchange[];
  proprietaryBankTransactionCode?: string;
  cardTransactionId: string;
  bookingDate?: string;
  valueDate?: string;
  transactionAmount: AmountAnswer;
  maskedPAN?: string;
};

export type CardReportLinks = {
  cardAccount?: Link;
  first?: Link;
  next?: Link;
  previous?: Link;
  last?: Link;
};

export type TrustedBeneficiaries = {
  trustedBeneficiaries: {
    /** The bank’s id of the entry; never changes. */
    trustedBeneficiaryId: string;
    creditorAccount: NamedAccount;
    creditorName: string;
    creditorAgent?: string;
    /** Name that the PSU has given the creditor. */
    creditorAlias?: string;
    creditorId?: string;
    debtorAccount: NamedAccount;
  }[];
};

export type FundsAnswer = {
  fundsAvailable: boolean;
};

export type CreatedBasket = {
  transactionStatus: BasketStatus;
  basketId: string;
  scaMethods?: ScaMethod[];
  tppMessages?: {
    category: 'WARNING';
    code: 'WARNING';
    path: string;
    text: string;
  }[];
  _links: CreationLinks;
};

export type BasketStatus = 'RCVD' | 'PATC' | 'ACTC' | 'RJCT' | 'CANC';

export type Basket = {
  transactionStatus: 'RCVD' | 'PATC' | 'ACTC' | 'RJCT' | 'CANC' | 'ACSC';
  payments?: string[];
  consents?: string[];
  endedPayments?: string[];
  endedConsents?: string[];
};

export type BasketStatusAnswer = {
  transactionStatus: 'RCVD' | 'PATC' | 'ACTC' | 'RJCT' | 'CANC' | 'ACSC';
};

export type CreatedPayment = {
  transactionStatus:
    | 'RCVD'
    | 'PDNG'
    | 'PATC'
    | 'ACTC'
    | 'ACWC'
    | 'ACCP'
    | 'ACFC'
    | 'ACSP'
    | 'ACWP'
    | 'ACSC'
    | 'ACCC'
    | 'PART'
    | 'RJCT'
    | 'CANC'
    | 'RVNC'
    | 'RVCM'
    | 'RCVC';
  paymentId: string;
  scaMethods?: ScaMethod[];
  debtorAccounts?: DebtorAccounts[];
  chosenScaMethod?: ScaMethod;
  challengeData?: ChallengeData;
  psuMessage?: string;
  tppMessages?: {
    category: 'WARNING';
    code: 'WARNING';
    path: string;
    text: string;
  }[];
  _links: CreatedPaymentLinks;
};

export type CreatedPaymentLinks = {
  scaRedirect?: Link;
  updatePsuIdentification?: Link;
  selectAuthenticationMethod?: Link;
  updatePsuAuthentication?: Link;
  updateEncryptedPsuAuthentication?: Link;
  authoriseTransaction?: Link;
  scaOAuth?: Link;
  updateResourceByDebtorAccountResource?: Link;
  confirmation?: Link;
  startAuthorisation?: Link;
  startAuthorisationWithPsuIdentification?: Link;
  startAuthorisationWithPsuAuthentication?: Link;
  startAuthorisationWithEncryptedPsuAuthentication?: Link;
  startAuthorisationWithAuthenticationMethodSelection?: Link;
  self?: Link;
  status?: Link;
  scaStatus?: Link;
  creditorNameConfirmation?: Link;
  startAuthorisationWithPsuIdentfication?: Link;
  startAuthorisationWithAuthentciationMethodSelection?: Link;
};

export type Payment = {
  endToEndIdentification?: string;
  debtorAccount?: DebtorAccount;
  instructedAmount: AmountAnswer;
  creditorAccount: NamedAccount;
  creditorAgent?: string;
  creditorAgentName?: string;
  creditorName: string;
  creditorAddress?: CreditorAddress;
  ultimateDebtor?: string;
  ultimateCreditor?: string;
  purposeCode?: string;
  chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
  remittanceInformationUnstructured?: string;
  remittanceInformationStructured?: string | RemittanceInformationStructured;
  requestedExecutionDate?: string;
  transactionStatus:
    | 'RCVD'
    | 'PDNG'
    | 'PATC'
    | 'ACTC'
    | 'ACWC'
    | 'ACCP'
    | 'ACFC'
    | 'ACSP'
    | 'ACWP'
    | 'ACSC'
    | 'ACCC'
    | 'PART'
    | 'RJCT'
    | 'CANC'
    | 'RVNC'
    | 'RVCM'
    | 'RCVC';
  debtorName?: string;
  tppMessages?: {
    category: 'WARNING';
    code: 'WARNING';
    path: string;
    text: string;
  }[];
};

export type CancelledPayment = {
  transactionStatus: TransactionStatus;
  scaMethods?: ScaMethod[];
  tppMessages?: {
    category: 'WARNING';
    code: 'WARNING';
    path: string;
    text: string;
  }[];
  _links: CancellationLinks;
};

export type TransactionStatus =
  | 'RCVD'
  | 'PDNG'
  | 'PATC'
  | 'ACTC'
  | 'ACWC'
  | 'ACCP'
  | 'ACFC'
  | 'ACSP'
  | 'ACWP'
  | 'ACSC'
  | 'ACCC'
  | 'PART'
  | 'RJCT'
  | 'CANC';

export type CancellationLinks = {
  startAuthorisation?: Link;
  startAuthorisationWithPsuIdentification?: Link;
  startAuthorisationWithPsuAuthentication?: Link;
  startAuthorisationWithAuthenticationMethodSelection?: Link;
  self?: Link;
  status?: Link;
  startAuthorisationWithPsuIdentfication?: Link;
  startAuthorisationWithAuthentciationMethodSelection?: Link;
};

export type BulkOrderPayment = {
  batchBookingPreferred?: boolean | 'true' | 'false';
  debtorAccount: DebtorAccount;
  paymentInformationId?: string;
  requestedExecutionDate?: string;
  requestedExecutionTime?: string;
  categoryPurposeCode?: string;
  payments: {
    endToEndIdentification?: string;
    instructedAmount: AmountAnswer;
    creditorAccount: NamedAccount;
    creditorAgent?: string;
    creditorAgentName?: string;
    creditorName: string;
    creditorAddress?: CreditorAddress;
    ultimateDebtor?: string;
    ultimateCreditor?: string;
    purposeCode?: string;
    chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
    remittanceInformationUnstructured?: string;
    remittanceInformationStructured?: string | RemittanceInformationStructured;
    instructionIdentification?: string;
  }[];
  transactionStatus:
    | 'RCVD'
    | 'PDNG'
    | 'PATC'
    | 'ACTC'
    | 'ACWC'
    | 'ACCP'
    | 'ACFC'
    | 'ACSP'
    | 'ACWP'
    | 'ACSC'
    | 'ACCC'
    | 'PART'
    | 'RJCT'
    | 'CANC'
    | 'RVNC'
    | 'RVCM'
    | 'RCVC';
  debtorName?: string;
  tppMessages?: {
    category: 'WARNING';
    code: 'WARNING';
    path: string;
    text: string;
  }[];
};

export type StandingOrderPayment = {
  endToEndIdentification?: string;
  debtorAccount?: DebtorAccount;
  instructedAmount: AmountAnswer;
  creditorAccount: NamedAccount;
  creditorAgent?: string;
  creditorAgentName?: string;
  creditorName: string;
  creditorAddress?: CreditorAddress;
  ultimateDebtor?: string;
  ultimateCreditor?: string;
  purposeCode?: string;
  chargeBearer?: 'DEBT' | 'CRED' | 'SHAR' | 'SLEV';
  remittanceInformationUnstructured?: string;
  remittanceInformationStructured?: string | RemittanceInformationStructured;
  startDate?: string;
  startDateTime?: string;
  endDate?: string;
  endDateTime?: string;
  executionRule?: 'following' | 'preceding';
  frequency:
    | 'Daily'
    | 'Weekly'
    | 'EveryTwoWeeks'
    | 'Monthly'
    | 'EveryTwoMonths'
    | 'Quarterly'
    | 'SemiAnnual'
    | 'Annual'
    | 'MonthlyVariable';
  dayOfExecution?: string;
  monthsOfExecution?: string[];
  transactionStatus:
    | 'RCVD'
    | 'PDNG'
    | 'PATC'
    | 'ACTC'
    | 'ACWC'
    | 'ACCP'
    | 'ACFC'
    | 'ACSP'
    | 'ACWP'
    | 'ACSC'
    | 'ACCC'
    | 'PART'
    | 'RJCT'
    | 'CANC'
    | 'RVNC'
    | 'RVCM'
    | 'RCVC';
  debtorName?: string;
  tppMessages?: {
    category: 'WARNING';
    code: 'WARNING';
    path: string;
    text: string;
  }[];
};

export type CreditorConfirmation = {
  transactionStatus:
    | 'RCVD'
    | 'PDNG'
    | 'PATC'
    | 'ACTC'
    | 'ACWC'
    | 'ACCP'
    | 'ACFC'
    | 'ACSP'
    | 'ACWP'
    | 'ACSC'
    | 'ACCC'
    | 'PART'
    | 'RJCT'
    | 'CANC'
    | 'RVNC'
    | 'RVCM'
    | 'RCVC';
  scaMethods?: ScaMethod[];
  debtorAccounts?: DebtorAccounts[];
  chosenScaMethod?: ScaMethod;
  challengeData?: ChallengeData;
  psuMessage?: string;
  _links: CreatedPaymentLinks;
};

export type BulkStatus = {
  groupStatus: 'RCVD' | 'PDNG' | 'ACTC' | 'ACWC' | 'ACCP' | 'ACSP' | 'ACSC' | 'ACCC' | 'PART' | 'RJCT';
  reasonCode?:
    | 'AM02'
    | 'AM04'
    | 'AC05'
    | 'AC06'
    | 'CN01'
    | 'DS04'
    | 'DS0A'
    | 'DS0C'
    | 'DS0D'
    | 'DS0K'
    | 'DT01'
    | 'DT05'
    | 'EOL1'
    | 'FOCR'
    | 'SL11'
    | 'TKSP'
    | 'TKXP'
    | 'UPAY';
  reasonPropietary?: string;
  fundsAvailable?: boolean;
  originalTransactionInformationAndStatus?: {
    originalInstructionId?: string;
    originalEndToEndId?: string;
    transactionStatus: 'RJCT';
    statusReasonInformationCode?:
      | 'AM02'
      | 'AM04'
      | 'AC05'
      | 'AC06'
      | 'CN01'
      | 'DS04'
      | 'DS0A'
      | 'DS0C'
      | 'DS0D'
      | 'DS0K'
      | 'DT01'
      | 'DT05'
      | 'EOL1'
      | 'FOCR'
      | 'SL11'
      | 'TKSP'
      | 'TKXP'
      | 'UPAY';
    statusReasonInformationProprietary?: string;
    statusReasonAdditionalInformation?: string;
  }[];
  psuMessage?: string;
};

export type PaymentStatus = {
  transactionStatus:
    | 'RCVD'
    | 'PDNG'
    | 'PATC'
    | 'ACTC'
    | 'ACWC'
    | 'ACCP'
    | 'ACFC'
    | 'ACSP'
    | 'ACWP'
    | 'ACSC'
    | 'ACCC'
    | 'PART'
    | 'RJCT'
    | 'CANC'
    | 'RVNC'
    | 'RVCM'
    | 'RCVC';
  originalTransactionInformationAndVopStatus?: {
    transactionStatus: 'RVCM';
    originalInstructionId?: string;
    originalEndToEndId?: string;
    originalTransactionReference: {
      instructedAmount: AmountAnswer;
      creditor: {
        name: string;
      };
      creditorAccount: NamedAccount;
    };
    creditorNameMatch: 'CMTC' | 'NMTC' | 'NOAP';
    matchedCreditorName?: string;
  }[];
  fundsAvailable?: boolean;
  executionDate?: string;
  psuMessage?: string;
  tppMessages?: {
    category: 'WARNING';
    code: 'FUNDS_NOT_AVAILABLE' | 'WARNING';
    path?: string;
    text: string;
  }[];
};

export type CancellationAuthorisations = {
  authorisationIds: string[];
  cancellationIds?: string[];
};

export type StartedCancellationAuthorisation = {
  scaStatus: ScaStatus;
  authorisationId: string;
  scaMethods?: ScaMethod[];
  debtorAccounts?: DebtorAccounts[];
  chosenScaMethod?: ScaMethod;
  challengeData?: ChallengeData;
  psuMessage?: string;
  tppMessages?: {
    category: 'WARNING';
    code: 'WARNING';
    path: string;
    text: string;
  }[];
  _links: AuthorisationLinks;
  cancellationId?: string;
};

export type PartyVerificationAnswer = {
  /** MTCH match, CMTC close match, NMTC no match, NOAP not possible; absent: not possible. */
  partyNameMatch?: 'MTCH' | 'CMTC' | 'NMTC' | 'NOAP';
  /** For an identifier, where one was sent. */
  partyIdMatch?: 'MTCH' | 'NMTC' | 'NOAP';
  /** Name of the account holder, with CMTC only. */
  matchedName?: string;
};

export type AmountAnswer = {
  currency: string;
  amount: string;
};

export type TppMessages = {
  tppMessages: {
    category: 'ERROR';
    code:
      | 'ACCESS_EXCEEDED'
      | 'CANCELLATION_INVALID'
      | 'CARD_INVALID'
      | 'CERTIFICATE_BLOCKED'
      | 'CERTIFICATE_EXPIRED'
      | 'CERTIFICATE_INVALID'
      | 'CERTIFICATE_MISSING'
      | 'CERTIFICATE_REVOKED'
      | 'CONSENT_EXPIRED'
      | 'CONSENT_INVALID'
      | 'CONSENT_UNKNOWN'
      | 'CORPORATE_ID_INVALID'
      | 'EXECUTION_DATE_INVALID'
      | 'FORMAT_ERROR'
      | 'NO_PIIS_ACTIVATION'
      | 'PARAMETER_NOT_CONSISTENT'
      | 'PARAMETER_NOT_SUPPORTED'
      | 'PERIOD_INVALID'
      | 'PRODUCT_INVALID'
      | 'PRODUCT_UNKNOWN'
      | 'PSU_CREDENTIALS_INVALID'
      | 'REFERENCE_MIX_INVALID'
      | 'REFERENCE_STATUS_INVALID'
      | 'REQUESTED_FORMATS_INVALID'
      | 'RESOURCE_BLOCKED'
      | 'RESOURCE_EXPIRED'
      | 'RESOURCE_UNKNOWN'
      | 'ROLE_INVALID'
      | 'SCA_INVALID'
      | 'SCA_METHOD_UNKNOWN'
      | 'SERVICE_BLOCKED'
      | 'SERVICE_INVALID'
      | 'SERVICE_UNAVAILABLE'
      | 'SESSIONS_NOT_SUPPORTED'
      | 'SIGNATURE_INVALID'
      | 'SIGNATURE_MISSING'
      | 'STATUS_INVALID'
      | 'TOKEN_EXPIRED'
      | 'TOKEN_INVALID'
      | 'TOKEN_UNKNOWN';
    path?: string;
    text: string;
  }[];
  _links?: RemedyLinks;
};

export type Problem = {
  type: string;
  title: string;
  detail: string;
  code:
    | 'ACCESS_EXCEEDED'
    | 'CANCELLATION_INVALID'
    | 'CARD_INVALID'
    | 'CERTIFICATE_BLOCKED'
    | 'CERTIFICATE_EXPIRED'
    | 'CERTIFICATE_INVALID'
    | 'CERTIFICATE_MISSING'
    | 'CERTIFICATE_REVOKED'
    | 'CONSENT_EXPIRED'
    | 'CONSENT_INVALID'
    | 'CONSENT_UNKNOWN'
    | 'CORPORATE_ID_INVALID'
    | 'EXECUTION_DATE_INVALID'
    | 'FORMAT_ERROR'
    | 'NO_PIIS_ACTIVATION'
    | 'PARAMETER_NOT_CONSISTENT'
    | 'PARAMETER_NOT_SUPPORTED'
    | 'PERIOD_INVALID'
    | 'PRODUCT_INVALID'
    | 'PRODUCT_UNKNOWN'
    | 'PSU_CREDENTIALS_INVALID'
    | 'REFERENCE_MIX_INVALID'
    | 'REFERENCE_STATUS_INVALID'
    | 'REQUESTED_FORMATS_INVALID'
    | 'RESOURCE_BLOCKED'
    | 'RESOURCE_EXPIRED'
    | 'RESOURCE_UNKNOWN'
    | 'ROLE_INVALID'
    | 'SCA_INVALID'
    | 'SCA_METHOD_UNKNOWN'
    | 'SERVICE_BLOCKED'
    | 'SERVICE_INVALID'
    | 'SERVICE_UNAVAILABLE'
    | 'SESSIONS_NOT_SUPPORTED'
    | 'SIGNATURE_INVALID'
    | 'SIGNATURE_MISSING'
    | 'STATUS_INVALID'
    | 'TOKEN_EXPIRED'
    | 'TOKEN_INVALID'
    | 'TOKEN_UNKNOWN';
  additionalErrors?: {
    detail: string;
    code:
      | 'ACCESS_EXCEEDED'
      | 'CANCELLATION_INVALID'
      | 'CARD_INVALID'
      | 'CERTIFICATE_BLOCKED'
      | 'CERTIFICATE_EXPIRED'
      | 'CERTIFICATE_INVALID'
      | 'CERTIFICATE_MISSING'
      | 'CERTIFICATE_REVOKED'
      | 'CONSENT_EXPIRED'
      | 'CONSENT_INVALID'
      | 'CONSENT_UNKNOWN'
      | 'CORPORATE_ID_INVALID'
      | 'EXECUTION_DATE_INVALID'
      | 'FORMAT_ERROR'
      | 'NO_PIIS_ACTIVATION'
      | 'PARAMETER_NOT_CONSISTENT'
      | 'PARAMETER_NOT_SUPPORTED'
      | 'PERIOD_INVALID'
      | 'PRODUCT_INVALID'
      | 'PRODUCT_UNKNOWN'
      | 'PSU_CREDENTIALS_INVALID'
      | 'REFERENCE_MIX_INVALID'
      | 'REFERENCE_STATUS_INVALID'
      | 'REQUESTED_FORMATS_INVALID'
      | 'RESOURCE_BLOCKED'
      | 'RESOURCE_EXPIRED'
      | 'RESOURCE_UNKNOWN'
      | 'ROLE_INVALID'
      | 'SCA_INVALID'
      | 'SCA_METHOD_UNKNOWN'
      | 'SERVICE_BLOCKED'
      | 'SERVICE_INVALID'
      | 'SERVICE_UNAVAILABLE'
      | 'SESSIONS_NOT_SUPPORTED'
      | 'SIGNATURE_INVALID'
      | 'SIGNATURE_MISSING'
      | 'STATUS_INVALID'
      | 'TOKEN_EXPIRED'
      | 'TOKEN_INVALID'
      | 'TOKEN_UNKNOWN';
  }[];
  _links?: RemedyLinks;
};

export type Other = {
  identification: string;
  schemeNameCode?: string;
  schemeNameProprietary?: string;
  issuer?: string;
};

export type CreditorAddress = {
  department?: string;
  subDepartment?: string;
  streetName?: string;
  buildingNumber?: string;
  buildingName?: string;
  floor?: string;
  postBox?: string;
  room?: string;
  postCode?: string;
  townName?: string;
  townLocationName?: string;
  districtName?: string;
  countrySubDivision?: string;
  country: string;
};

export type RemittanceInformationStructured = {
  reference: string;
  referenceType?: string;
  referenceIssuer?: string;
};

export type DebtorAccounts = {
  iban?: unknown;
  bban?: string;
  pan?: string;
  maskedPan?: string;
  msisdn?: string;
  other?: Other;
  currency?: string;
  cashAccountType?: string;
  name: string;
};

export type CurrencyExchange = {
  sourceCurrency: string;
  exchangeRate: string;
  unitCurrency: string;
  targetCurrency: string;
  quotationDate: string;
  contractIdentification?: string;
};

export type EntryDetails = {
  endToEndId?: string;
  mandateId?: string;
  checkId?: string;
  creditorId?: string;
  transactionAmount: AmountAnswer;
  currencyExchange?: CurrencyExchange[];
  creditorName?: string;
  creditorAccount?: NamedAccount;
  creditorAgent?: string;
  ultimateCreditor?: string;
  debtorName?: string;
  debtorAccount?: NamedAccount;
  debtorAgent?: string;
  ultimateDebtor?: string;
  remittanceInformationUnstructured?: string;
  remittanceInformationUnstructuredArray?: string[];
  remittanceInformationStructured?: RemittanceInformationStructured;
  remittanceInformationStructuredArray?: RemittanceInformationStructured[];
  purposeCode?: string;
};

export type StandingOrderDetails = {
  startDate: string;
  startDateTime?: string;
  endDate?: string;
  endDateTime?: string;
  frequency:
    | 'Daily'
    | 'Weekly'
    | 'EveryTwoWeeks'
    | 'Monthly'
    | 'EveryTwoMonths'
    | 'Quarterly'
    | 'SemiAnnual'
    | 'Annual'
    | 'MonthlyVariable';
  executionRule?: 'following' | 'preceding';
  withinAMonthFlag?: boolean;
  monthsOfExecution?: string[];
  multiplicator?: number;
  dayOfExecution?: string;
  limitAmount?: AmountAnswer;
};

export type DebtorAccount = {
  iban?: string;
  bban?: string;
  pan?: string;
  maskedPan?: string;
  msisdn?: string;
  other?: Other;
  currency?: string;
  cashAccountType?: string;
};
