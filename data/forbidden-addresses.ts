/**
 * Addresses of services inside a cloud platform, which return credentials and settings to programs on the
 * machine. Most are in special-purpose blocks, which are refused anyway; the list lets the refusal name the
 * service. 168.63.129.16 is an ordinary public address. Source: the platforms' documentation (2026-11).
 */
export interface ForbiddenAddress {
  readonly network: string;
  /** Service at this address. */
  readonly name: string;
}

export const forbiddenAddresses: readonly ForbiddenAddress[] = [
  { network: "169.254.169.254/32", name: "the metadata service of cloud platforms" },
  { network: "fd00:ec2::254/128", name: "the metadata service of AWS" },
  { network: "169.254.170.2/32", name: "the credentials service of AWS containers" },
  { network: "169.254.170.23/32", name: "the credentials service of AWS EKS" },
  { network: "fd00:ec2::23/128", name: "the credentials service of AWS EKS" },
  { network: "169.254.169.253/32", name: "the DNS service of AWS" },
  { network: "fd00:ec2::253/128", name: "the DNS service of AWS" },
  { network: "fd20:ce::254/128", name: "the metadata service of Google Cloud" },
  { network: "100.100.100.200/32", name: "the metadata service of Alibaba Cloud" },
  { network: "168.63.129.16/32", name: "the platform service of Azure" },
  { network: "192.0.0.192/32", name: "the metadata service of Oracle Cloud" },
  { network: "fd00:c1::a9fe:a9fe/128", name: "the metadata service of Oracle Cloud" },
  { network: "169.254.42.42/32", name: "the metadata service of Scaleway" },
  { network: "fd00:42::42/128", name: "the metadata service of Scaleway" },
];
