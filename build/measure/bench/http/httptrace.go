// Go's net/http with httptrace as a peer of the HTTP benchmark: new connections, the facts that a lookup reports.
// Arguments: URL, requests, in flight, file of the authority, HTTP version. Prints milliseconds of CPU each, requests a second.
package main

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
)

var transport = &http.Transport{
	DisableKeepAlives:  true,
	DisableCompression: true,
	TLSClientConfig:    &tls.Config{NextProtos: []string{"http/1.1"}},
}

// The only trusted authority.
func trust(file string) {
	pem, err := os.ReadFile(file)
	authorities := x509.NewCertPool()
	if err != nil || !authorities.AppendCertsFromPEM(pem) {
		fmt.Fprintln(os.Stderr, "no authority", err)
		os.Exit(1)
	}
	transport.TLSClientConfig.RootCAs = authorities
}

type facts struct {
	connected, secured, first, ended time.Time
	remote                           string
	fingerprint                      [32]byte
	names                            []string
}

func look(url string) {
	var f facts
	trace := &httptrace.ClientTrace{
		ConnectDone:          func(_, at string, _ error) { f.connected, f.remote = time.Now(), at },
		TLSHandshakeDone:     func(tls.ConnectionState, error) { f.secured = time.Now() },
		GotFirstResponseByte: func() { f.first = time.Now() },
	}
	request, _ := http.NewRequest("GET", url, nil)
	request.Header.Set("User-Agent", "netlens")
	request.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	response, err := transport.RoundTrip(request.WithContext(httptrace.WithClientTrace(request.Context(), trace)))
	if err != nil || response.StatusCode != 200 {
		fmt.Fprintln(os.Stderr, "failed", err)
		os.Exit(1)
	}
	io.Copy(io.Discard, response.Body)
	response.Body.Close()
	f.ended = time.Now()
	if response.TLS != nil {
		certificate := response.TLS.PeerCertificates[0]
		f.fingerprint = sha256.Sum256(certificate.Raw)
		f.names = certificate.DNSNames
	}
}

func run(url string, count, width int) {
	var group sync.WaitGroup
	work := make(chan struct{})
	for i := 0; i < width; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for range work {
				look(url)
			}
		}()
	}
	for i := 0; i < count; i++ {
		work <- struct{}{}
	}
	close(work)
	group.Wait()
}

func cpu() float64 {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e6
}

func main() {
	count, _ := strconv.Atoi(os.Args[2])
	width, _ := strconv.Atoi(os.Args[3])
	trust(os.Args[4])
	if os.Args[5] == "2" {
		transport.ForceAttemptHTTP2 = true
		transport.TLSClientConfig.NextProtos = []string{"h2"}
	}
	run(os.Args[1], count/5, width)
	cpuBefore, before := cpu(), time.Now()
	run(os.Args[1], count, width)
	each := float64(count)
	fmt.Printf("{\"cpu\": %.4f, \"rate\": %.0f}\n", (cpu()-cpuBefore)/each, each/time.Since(before).Seconds())
}
