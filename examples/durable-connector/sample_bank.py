"""A test bank: four customers, a company whose payments two must approve, and an account known from statements alone."""

BIC = "DEMOHR2X"
SMS = {"authenticationMethodId": "sms", "authenticationType": "SMS_OTP", "name": "SMS", "authenticationVersion": "1.0"}
PUSH = {"authenticationMethodId": "push", "authenticationType": "PUSH_OTP", "name": "Bank app"}

PSUS = [
    {"id": "psu-ana", "name": "Ana Kovač", "methods": [SMS, PUSH]},
    {"id": "psu-ivo", "name": "Ivo Marić", "methods": [SMS]},
    {"id": "psu-eva", "name": "Eva Babić", "methods": [SMS, PUSH], "company": "adria-doo"},
    {"id": "psu-jan", "name": "Jan Novak", "methods": [SMS], "company": "adria-doo"},
    {"id": "psu-locked", "name": "Lea Horvat", "methods": [SMS], "blocked": True},
]

ACCOUNTS = [
    {"id": "B-1", "iban": "HR1699900131100000019", "name": "Current account", "owner_name": "Ana Kovač",
     "psus": ("psu-ana",), "opening": 100_000},
    {"id": "B-2", "iban": "HR9199900131100000027", "name": "Current account", "owner_name": "Ivo Marić",
     "psus": ("psu-ivo",), "opening": 2_500},
    {"id": "B-3", "iban": "HR1899900131300000015", "name": "Business account", "owner_name": "Adria d.o.o.",
     "psus": ("psu-eva", "psu-jan"), "signatures": 2, "company": "adria-doo", "opening": 5_000_000},
    {"id": "B-4", "iban": "HR4699900131400000012", "name": "Savings", "owner_name": "Ana Kovač", "psus": ("psu-ana",),
     "opening": 0, "statements_only": True},
]
